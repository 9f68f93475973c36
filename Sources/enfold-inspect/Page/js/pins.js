// The pinned places, with their values at the cursor and how numbers went.
import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { inline } from "./jsonview.js";
import { latest } from "./once.js";
import { spark } from "./plot.js";

export class Pins {
	/** @param {Model} model @param {(store: number, pointer: string) => void} show */
	constructor(model, show) {
		this.model = model;
		this.showInState = show;
		this.box = byId("pins");
		/** @type {Map<string, Seen>} */
		this.seen = new Map();
		this.load = latest(() => this.fetch(), 150);
		model.watch(["pins", "cursor", "counts", "source", "sources", "connection"], () => this.load());
	}

	async fetch() {
		const { model } = this;
		const source = model.source;
		/** @type {Map<string, Seen>} */
		const seen = new Map();
		for (const store of source ? source.stores : []) {
			const pins = model.pins.filter((pin) => pin.store === store.name);
			if (!pins.length || !source) continue;
			const at = model.at ?? undefined;
			/** @type {TreeAnswer} */
			const answer = await model.api.post("tree", { source: source.id, store: store.id, at, nodes: pins.map(({ pointer }) => ({ pointer, from: 0, count: 1 })) });
			for (const pin of pins) {
				const node = answer.nodes.find((each) => each.pointer === pin.pointer) ?? null;
				const series = node?.kind === "number" ? await model.api.get("series", { source: source.id, store: store.id, pointer: pin.pointer, points: 120 }) : null;
				seen.set(`${pin.store} ${pin.pointer}`, { node, series });
			}
		}
		if (source?.id !== model.sourceId) return;
		this.seen = seen;
		this.paint();
	}

	paint() {
		const { model } = this;
		if (!model.pins.length) {
			fill(this.box, el("p", { class: "note" }, "Pin a value of the state, and it stays here."));
			return;
		}
		fill(this.box, ...model.pins.map((pin) => this.item(pin)));
	}

	/** @param {Pin} pin */
	item(pin) {
		const { model } = this;
		const store = model.source?.stores.find((each) => each.name === pin.store);
		const seen = this.seen.get(`${pin.store} ${pin.pointer}`);
		const node = seen?.node;
		const text = node?.exists ? inline(node.text ?? "", node.cut) : el("span", { class: "note" }, store ? "not there" : "not in this program");
		return el(
			"div",
			{ class: "pin" },
			el(
				"button",
				{ class: "pin-open", title: `${pin.store} ${pin.pointer}`, disabled: !store, onclick: () => store && this.showInState(store.id, pin.pointer) },
				el("span", { class: "pin-path" }, el("bdi", {}, pin.pointer || "(all)")),
				el("span", { class: "pin-store" }, pin.store),
				el("span", { class: "pin-value" }, text),
			),
			el("button", { class: "icon-button", "aria-label": `Unpin ${pin.pointer}`, title: "Unpin", onclick: () => model.togglePin(pin.store, pin.pointer) }, icon("close")),
			seen?.series ? this.graph(pin, seen.series.points) : null,
		);
	}

	/** @param {Pin} pin @param {[number, number, string][]} points */
	graph(pin, points) {
		const until = this.model.at ?? Infinity;
		const before = points.filter(([n]) => n <= until);
		if (before.length < 2) return null;
		const first = before[0][0];
		const last = this.model.at ?? this.model.newest;
		const values = before.map((point) => Number(point[2]));
		return spark(before.map(([n]) => (n - first) / Math.max(1, last - first)), values, 188, 28, `${pin.pointer} over time: from ${Math.min(...values)} to ${Math.max(...values)}, now ${before[before.length - 1][2]}`);
	}
}
