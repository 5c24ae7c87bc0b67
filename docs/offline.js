/* The search without a server. The theme searches in a worker, and a browser starts no worker from a file, so here the
   script of the worker runs in a hidden frame. The theme looks for the name IFrameWorker. */

function load(scope, address) {
  return new Promise((resolve, reject) => {
    const script = scope.document.createElement("script");
    script.onload = resolve;
    script.onerror = reject;
    script.src = address;
    scope.document.body.append(script);
  });
}

class IFrameWorker extends EventTarget {
  constructor(address) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.scope = frame.contentWindow;
    this.scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.scope.importScripts = async (...addresses) => {
      for (const each of addresses) await load(this.scope, each);
    };
    this.ready = load(this.scope, address);
  }

  async postMessage(data) {
    await this.ready;
    this.scope.dispatchEvent(new MessageEvent("message", { data }));
  }
}

if (location.protocol === "file:") {
  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
}
