"use strict";
// The player of a film. It builds all frames from their changes once, so that it can show any frame at any time.
(() => {
  const data = JSON.parse(document.getElementById("film").textContent);
  const player = document.querySelector(".player");
  const part = (id) => document.getElementById(id);
  const seek = part("seek"), play = part("play"), speed = part("speed");
  const endings = { found: "solved", none: "no solution", stopped: "stopped" };

  const films = data.films.map((film, index) => {
    const section = document.querySelectorAll(".film")[index];
    const board = film.start.slice();
    const frames = film.frames.map(([counts, kind, cell, changes]) => {
      for (let i = 0; i < changes.length; i += 2) board[changes[i]] = changes[i + 1];
      return { counts, kind, cell, digits: Uint8Array.from(board) };
    });
    const texts = new Map();
    section.querySelectorAll("text[data-cell]").forEach((text) => texts.set(+text.dataset.cell, text));
    const now = section.querySelector(".now");
    return { ...film, frames, texts, now, section, x: +now.getAttribute("x"), y: +now.getAttribute("y"),
      side: +now.getAttribute("width"), state: section.querySelector(".state"),
      counts: [...section.querySelectorAll("dd")], depth: section.querySelector(".depth"), shown: null };
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

  const show = (index) => {
    at = Math.min(last, Math.max(0, index));
    const work = data.moments[at];
    for (const film of films) {
      const number = frameAt(film, work), frame = film.frames[number];
      if (film.shown !== number) {
        for (const [cell, text] of film.texts) {
          const symbol = frame.digits[cell] ? film.symbols[frame.digits[cell] - 1] : "";
          if (text.textContent !== symbol) text.textContent = symbol;
        }
        const active = frame.cell >= 0 && frame.kind !== "found";
        film.now.setAttribute("visibility", active ? "visible" : "hidden");
        film.now.setAttribute("class", `now ${frame.kind}`);
        if (active) {
          film.now.setAttribute("x", film.x + (frame.cell % film.size) * film.side);
          film.now.setAttribute("y", film.y + Math.floor(frame.cell / film.size) * film.side);
        }
        film.counts.forEach((count, i) => { count.textContent = frame.counts[i].toLocaleString("en"); });
        film.shown = number;
      }
      const ended = number === film.frames.length - 1;
      film.state.textContent = ended ? endings[film.ending] : "searching";
      film.section.classList.toggle("ended", ended);
      const x = (100 * at / Math.max(1, last)).toFixed(2);
      film.cursor.setAttribute("x1", x);
      film.cursor.setAttribute("x2", x);
    }
    seek.value = at;
    seek.setAttribute("aria-valuetext", `${data.moments[at].toLocaleString("en")} events`);
  };

  const pause = () => {
    cancelAnimationFrame(timer);
    timer = 0;
    play.textContent = "play";
    play.setAttribute("aria-label", "play");
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
    play.textContent = "pause";
    play.setAttribute("aria-label", "pause");
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
