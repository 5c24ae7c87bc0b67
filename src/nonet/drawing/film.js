"use strict";
// The player of a film. It builds all frames from their changes once, so that it can show any frame at any time.
(() => {
  const data = JSON.parse(document.getElementById("film").textContent);
  const player = document.querySelector(".player");
  const part = (id) => document.getElementById(id);
  const seek = part("seek"), play = part("play"), speed = part("speed");
  const words = data.words;
  const endings = { found: words.solved, none: words["no-solution"], stopped: words.stopped };
  const withNumber = (text, number) => text.replace("{number}", number);

  // Returns the parts of the masks: the title, the band, and for each line its label, bits and note.
  const panelOf = (section) => {
    const masks = section.querySelector(".masks");
    const band = masks.querySelector(".ground-now");
    const lines = ["row", "column", "box", "candidates", "untried", "lowbit"].map((name) => {
      const parts = (part) => [...masks.querySelectorAll(`[data-part=${part}][data-line=${name}]`)];
      return { label: parts("label")[0], bits: parts("bit"), note: parts("note")[0] };
    });
    const right = lines[0].bits.at(-1).getAttribute("x") - band.getAttribute("width") / 2;
    return { title: masks.querySelector("[data-part=title]"), band, lines, right };
  };

  const films = data.films.map((film, index) => {
    const section = document.querySelectorAll(".film")[index];
    const board = film.start.slice();
    const frames = film.frames.map(([counts, kind, cell, changes], number) => {
      for (let i = 0; i < changes.length; i += 2) board[changes[i]] = changes[i + 1];
      const [digit, tried, guessed] = film.choices[number];
      return { counts, kind, cell, digit, tried, guessed: BigInt(`0x${guessed}`), digits: Uint8Array.from(board) };
    });
    const texts = new Map();
    section.querySelectorAll("text[data-cell]").forEach((text) => texts.set(+text.dataset.cell, text));
    const grounds = {};
    for (const name of ["row", "column", "box", "now"]) {
      const rect = section.querySelector(`.nonet > .ground-${name}`);
      grounds[name] = { rect, x: +rect.getAttribute("x"), y: +rect.getAttribute("y") };
    }
    const side = +grounds.now.rect.getAttribute("width");
    return { ...film, frames, texts, grounds, side, section, panel: panelOf(section),
      state: section.querySelector(".state"), counts: [...section.querySelectorAll("dd")],
      depth: section.querySelector(".depth"), shown: null };
  });

  // Returns the index of the last frame with at most this work.
  const frameAt = (film, work) => {
    let low = 0, high = film.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (film.frames[middle].counts[0] <= work) low = middle; else high = middle - 1;
    }
    return low;
  };

  const last = data.moments.length - 1;
  let at = last, timer = 0, from = 0, since = 0;

  const drawDepth = (film) => {
    const most = Math.max(1, ...film.frames.map((frame) => frame.counts[4]));
    const points = data.moments.map((work, index) => {
      const frame = film.frames[frameAt(film, work)];
      return `${(100 * index / Math.max(1, last)).toFixed(2)},${(29 - 28 * frame.counts[4] / most).toFixed(2)}`;
    });
    film.depth.innerHTML = `<polyline points="${points.join(" ")}"/><line class="cursor" y1="0" y2="30"/>`;
    film.cursor = film.depth.querySelector(".cursor");
  };

  // Colors the active cell, its row, its column and its box.
  const showActive = (film, frame) => {
    const [height, width] = film.box, row = Math.floor(frame.cell / film.size), column = frame.cell % film.size;
    const places = { row: [0, row], column: [column, 0], now: [column, row],
      box: [column - column % width, row - row % height] };
    for (const [name, { rect, x, y }] of Object.entries(film.grounds)) {
      rect.setAttribute("visibility", frame.cell < 0 ? "hidden" : "visible");
      rect.setAttribute("x", x + places[name][0] * film.side);
      rect.setAttribute("y", y + places[name][1] * film.side);
    }
    film.grounds.now.rect.setAttribute("class", frame.kind === "fail" ? "ground-dead" : "ground-now");
  };

  // Returns the digits that are missing in the row, the column and the box of the active cell, taken as blank.
  const masksOf = (film, frame) => {
    const [height, width] = film.box, size = film.size, all = 2 ** size - 1;
    const row = Math.floor(frame.cell / size), column = frame.cell % size;
    const masks = [all, all, all];
    frame.digits.forEach((digit, cell) => {
      if (!digit || cell === frame.cell) return;
      const r = Math.floor(cell / size), c = cell % size, bit = 1 << (digit - 1);
      if (r === row) masks[0] &= ~bit;
      if (c === column) masks[1] &= ~bit;
      if (Math.floor(r / height) === Math.floor(row / height) && Math.floor(c / width) === Math.floor(column / width)) {
        masks[2] &= ~bit;
      }
    });
    return { masks, row, column, box: Math.floor(row / height) * height + Math.floor(column / width) };
  };

  const titleOf = (film, frame, isGuess) => {
    const cell = `r${Math.floor(frame.cell / film.size) + 1}c${frame.cell % film.size + 1}`;
    const symbol = frame.digit ? film.symbols[frame.digit - 1] : "";
    if (frame.cell < 0) return words[frame.kind === "fail" ? "fail-house" : frame.kind];
    if (frame.kind !== "place") return `${cell}${words.comma}${words[frame.kind].replace("{symbol}", symbol)}`;
    return `${cell} = ${symbol}${words.comma}${words[isGuess ? "guess" : "forced"]}`;
  };

  const showMasks = (film, frame) => {
    const { title, band, lines, right } = film.panel;
    const isGuess = frame.kind === "place" && (frame.guessed >> BigInt(frame.cell) & 1n) === 1n;
    title.textContent = titleOf(film, frame, isGuess);
    if (frame.cell < 0) {
      band.setAttribute("visibility", "hidden");
      lines.slice(0, 3).forEach(({ label }, i) => { label.textContent = words[["any-row", "any-column", "any-box"][i]]; });
      for (const { bits, note } of lines) [...bits, note].forEach((text) => { text.textContent = ""; });
      return;
    }
    const { masks, row, column, box } = masksOf(film, frame);
    const candidates = masks[0] & masks[1] & masks[2], left = candidates & ~frame.tried;
    const written = frame.kind === "place" ? 1 << (frame.digit - 1) : 0;
    const isLowbit = !written || (written === (left & -left) && isGuess === ((left & (left - 1)) !== 0));
    const taken = isLowbit ? left & -left : written;
    lines.slice(0, 3).forEach(({ label }, i) => {
      label.textContent = withNumber(words[["row", "column", "box"][i]], [row, column, box][i] + 1);
    });
    lines[5].label.textContent = words[isLowbit ? "lowbit" : "digit"];
    [...masks, candidates, left, taken].forEach((mask, i) => {
      lines[i].bits.forEach((text, index) => {
        const bit = mask >> (film.size - 1 - index) & 1;
        text.textContent = bit;
        text.setAttribute("class", bit ? (i === 5 ? "lowbit" : "one") : "zero");
      });
      if (i > 2) lines[i].note.textContent = [...film.symbols].filter((_, d) => mask >> d & 1).join(" ");
    });
    band.setAttribute("visibility", taken ? "visible" : "hidden");
    if (taken) band.setAttribute("x", right - Math.log2(taken) * band.getAttribute("width"));
  };

  const show = (index) => {
    at = Math.min(last, Math.max(0, index));
    const work = data.moments[at];
    for (const film of films) {
      const number = frameAt(film, work), frame = film.frames[number];
      if (film.shown !== number) {
        for (const [cell, text] of film.texts) {
          const symbol = frame.digits[cell] ? film.symbols[frame.digits[cell] - 1] : "";
          if (text.textContent !== symbol) text.textContent = symbol;
          text.setAttribute("class", frame.guessed >> BigInt(cell) & 1n ? "guess" : "placed");
        }
        showActive(film, frame);
        showMasks(film, frame);
        film.counts.forEach((count, i) => { count.textContent = frame.counts[i].toLocaleString("en"); });
        film.shown = number;
      }
      const ended = number === film.frames.length - 1;
      film.state.textContent = ended ? endings[film.ending] : words.searching;
      film.section.classList.toggle("ended", ended);
      const x = (100 * at / Math.max(1, last)).toFixed(2);
      film.cursor.setAttribute("x1", x);
      film.cursor.setAttribute("x2", x);
    }
    seek.value = at;
    seek.setAttribute("aria-valuetext", `${data.moments[at].toLocaleString("en")} ${words.work}`);
  };

  const pause = () => {
    cancelAnimationFrame(timer);
    timer = 0;
    play.textContent = words.play;
    play.setAttribute("aria-label", words.play);
  };
  // The clock decides which frame is shown, so a slow machine skips frames instead of falling behind.
  const begin = () => { from = at; since = performance.now(); };
  const tick = (time) => {
    const wanted = from + Math.floor(Math.max(0, time - since) * +speed.value / 1000);
    if (wanted > at) show(wanted);
    if (at >= last) pause(); else timer = requestAnimationFrame(tick);
  };
  const start = () => {
    if (at >= last) show(0);
    begin();
    play.textContent = words.pause;
    play.setAttribute("aria-label", words.pause);
    timer = requestAnimationFrame(tick);
  };
  const toggle = () => (timer ? pause() : start());
  const jump = (index) => { pause(); show(index); };

  seek.max = last;
  films.forEach(drawDepth);
  play.addEventListener("click", toggle);
  part("first").addEventListener("click", () => jump(0));
  part("last").addEventListener("click", () => jump(last));
  part("back").addEventListener("click", () => jump(at - 1));
  part("next").addEventListener("click", () => jump(at + 1));
  speed.addEventListener("change", begin);
  seek.addEventListener("input", () => jump(+seek.value));
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, button") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { " ": toggle, ArrowLeft: () => jump(at - 1), ArrowRight: () => jump(at + 1),
      Home: () => jump(0), End: () => jump(last) }[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  player.hidden = false;
  document.querySelector(".films").classList.add("playing");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) show(last);
  else { show(0); start(); }
})();
