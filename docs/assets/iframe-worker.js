/* Lets the search work when the pages are opened as files: browsers then allow no Worker, so its script runs in a frame. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onerror = null;
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      /* What the script posts is a message of this object. */
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      /* Scripts are loaded one after the other; a worker would wait for each. */
      inside.importScripts = (...urls) =>
        urls.reduce((before, next) => before.then(() => this.load(inside, next)), Promise.resolve());
      this.ready = this.load(inside, url).then(() => {
        for (const data of this.waiting) this.deliver(inside, data);
        this.waiting = null;
      });
      this.inside = inside;
    }
    load(inside, url) {
      return new Promise((resolve, reject) => {
        const script = inside.document.createElement("script");
        script.src = new URL(url, location.href);
        script.onload = resolve;
        script.onerror = reject;
        inside.document.body.append(script);
      });
    }
    deliver(inside, data) {
      inside.dispatchEvent(new inside.MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.deliver(this.inside, data);
    }
    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
