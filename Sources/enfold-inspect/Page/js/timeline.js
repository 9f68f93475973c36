// The cursor's bar: the slider through time, and what can be done at its place. It never touches the store by itself.
import { byId, el, fill, svg, toast } from "./dom.js";
import { number } from "./format.js";
import { confirm } from "./dialog.js";
import { latest } from "./once.js";

export class Timeline {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.bar = byId("timeline");
		this.slider = byId("slider", HTMLInputElement);
		this.where = byId("where");
		this.back = byId("back-to-live");
		this.restore = byId("restore", HTMLButtonElement);
		this.hold = byId("hold", HTMLButtonElement);
		this.marks = byId("slider-marks");
		/** @type {Row[]} */
		this.places = [];
		this.loadPlaces = latest(() => this.fetchPlaces(), 1000);
		this.slider.addEventListener("input", () => {
			const n = Number(this.slider.value);
			if (n >= model.newest && model.source?.condition === "connected") model.live();
			else model.go(n);
		});
		byId("step-first").addEventListener("click", () => model.go(0));
		byId("step-back").addEventListener("click", () => model.stepCommit(-1));
		byId("step-on").addEventListener("click", () => model.stepCommit(1));
		this.back.addEventListener("click", () => model.live());
		this.restore.addEventListener("click", () => this.goOn());
		this.hold.addEventListener("click", () => this.toggleHold());
		model.watch(["cursor", "counts", "source", "store", "tail", "entry", "connection", "sources"], () => this.paint());
		model.watch(["source", "sources"], () => this.loadPlaces());
		model.watch(["marks", "source"], () => this.paintMarks());
		new ResizeObserver(() => this.paintMarks()).observe(this.slider);
	}

	paint() {
		const { model } = this;
		const source = model.source;
		const newest = model.newest;
		const isLive = model.at === null;
		const goes = source?.condition === "connected";
		this.bar.classList.toggle("past", !isLive);
		this.slider.disabled = !source || source.count === 0;
		this.slider.max = String(newest);
		this.slider.value = String(model.at ?? newest);
		const part = newest ? (model.at ?? newest) / newest : 0;
		this.slider.style.setProperty("--part", `${part * 100}%`);
		if (newest !== this.paintedNewest) this.paintMarks();
		this.back.classList.toggle("away", isLive);
		this.back.textContent = goes ? "Back to live" : "To the end";
		const store = model.stateStore;
		this.slider.setAttribute("aria-valuetext", isLive ? "live, at the newest entry" : `entry ${model.at} of ${newest}`);
		if (!source) fill(this.where, "");
		else if (isLive) fill(this.where, el("span", { class: goes ? "live-dot" : "end-dot" }), el("b", {}, goes ? "Live" : "At the end"), el("span", { class: "under" }, source.count ? `#${number(newest)}` : "nothing yet"));
		else {
			fill(this.where, el("b", {}, `Looking at #${number(model.at ?? 0)}`), el("span", { class: "under" }, `${goes ? "the program is at" : "of"} #${number(newest)}`));
		}
		this.hold.hidden = !model.control;
		this.restore.hidden = !model.control;
		this.restore.disabled = isLive || !store;
		this.hold.setAttribute("aria-checked", String(Boolean(store?.held)));
		this.hold.title = store ? `Hold ${store.name} while you look` : "";
		this.hold.disabled = !store;
	}

	async fetchPlaces() {
		const { model } = this;
		const source = model.sourceId;
		if (source === null) return;
		const told = await model.api.get("log", { source, kind: "opened,closed,dropped,restore", from: 0, count: 200 });
		if (source !== model.sourceId) return;
		this.places = told.rows;
		this.paintMarks();
	}

	paintMarks() {
		const { model } = this;
		const newest = model.newest;
		this.paintedNewest = newest;
		const width = this.slider.clientWidth;
		// The thumb's middle goes from half of its width to the other end less that.
		const x = (/** @type {number} */ n) => 7 + (newest ? n / newest : 1) * (width - 14);
		const shapes = this.places
			.filter((row) => row.n <= newest && model.source?.stores !== undefined)
			.map((row) => svg("line", { class: `tick ${row.kind}`, x1: x(row.n), x2: x(row.n), y1: 1, y2: 7 }, svg("title", {}, `#${row.n} ${row.kind}`)));
		for (const [name, n] of Object.entries(model.marks)) {
			if (n !== null) shapes.push(/** @type {any} */ (svg("text", { class: "slider-mark", x: x(n), y: 9, "text-anchor": "middle" }, name.toUpperCase())));
		}
		fill(this.marks, ...shapes);
	}

	async goOn() {
		const { model } = this;
		const store = model.stateStore;
		const at = model.at;
		if (!store || at === null) return;
		const yes = await confirm({
			title: `Go on from #${number(at)}?`,
			text: [
				`The state of ${store.name} becomes what it was behind this entry. The program sees that as one more commit, “restore”, and goes on from there.`,
				"Effects do not run again, and nothing is taken out of the log. Other stores stay as they are.",
			],
			yes: "Go on from here",
		});
		if (!yes) return;
		if (!(await model.attempt({ do: "restore", store: store.id, at }))) return;
		model.live();
		toast(`${store.name} goes on from #${number(at)}`);
	}

	async toggleHold() {
		const { model } = this;
		const store = model.stateStore;
		if (store) await model.attempt({ do: "hold", store: store.id, on: !store.held });
	}
}
