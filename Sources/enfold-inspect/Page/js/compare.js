// Compares two moments of a store.
import { blank, byId, el, fill } from "./dom.js";
import { counted, number } from "./format.js";
import { changeList } from "./changes.js";
import { latest } from "./once.js";
import { Refusal } from "./api.js";

export class ComparePane {
	/** @param {Model} model @param {(pointer: string) => void} showInState */
	constructor(model, showInState) {
		this.model = model;
		this.showInState = showInState;
		this.head = byId("compare-head");
		this.body = byId("compare-body");
		/** @type {Difference|null} */
		this.difference = null;
		this.problem = "";
		/** @type {number|null} */
		this.chosen = null;
		this.load = latest(() => this.fetch(), 60);
		model.watch(["marks", "store", "source", "pane"], () => this.load());
		model.watch(["cursor"], () => this.paint());
	}

	async fetch() {
		const { model } = this;
		if (model.pane !== "compare") return;
		const { a, b } = model.marks;
		const store = this.store;
		this.difference = null;
		this.problem = "";
		if (store && a !== null && b !== null) {
			try {
				this.difference = await model.api.get("compare", { source: model.sourceId, store: store.id, from: a, to: b });
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				this.problem = error.message;
			}
		}
		this.paint();
	}

	/** The store that is compared: that of the log, the chosen one, or that of the entry. */
	get store() {
		const { model } = this;
		return model.store(model.storeId) ?? model.store(this.chosen) ?? model.stateStore;
	}

	/** @param {Store} store */
	choice(store) {
		const { model } = this;
		const pick = (/** @type {any} */ event) => {
			this.chosen = Number(event.target.value);
			if (model.storeId !== null) model.selectStore(this.chosen);
			this.load();
		};
		return el(
			"label",
			{ class: "field inline", for: "compare-store" },
			el("span", {}, "Of the store"),
			el("select", { id: "compare-store", onchange: pick }, ...(model.source?.stores ?? []).map((each) => el("option", { value: each.id, selected: each === store }, each.name))),
		);
	}

	paint() {
		const { model } = this;
		if (model.pane !== "compare") return;
		const store = this.store;
		const mark = (/** @type {"a"|"b"} */ name) => {
			const n = model.marks[name];
			return el(
				"div",
				{ class: "moment-box" },
				el("span", { class: "mark-badge" }, name.toUpperCase()),
				n === null ? el("span", { class: "note" }, "not set") : el("button", { class: "link", title: "Go there", onclick: () => model.go(n) }, `#${number(n)}`),
				el("button", { class: "button small", onclick: () => model.mark(name, model.shown) }, model.at === null ? "Set to the newest" : `Set to #${number(model.at)}`),
			);
		};
		const swap = el("button", { class: "button small", disabled: model.marks.a === null || model.marks.b === null, onclick: () => ((model.marks = { a: model.marks.b, b: model.marks.a }), model.tell("marks")) }, "Swap");
		fill(this.head, el("div", { class: "moments" }, mark("a"), el("span", { class: "arrow", "aria-hidden": "true" }, "→"), mark("b"), swap), store && this.choice(store));
		if (this.problem) fill(this.body, blank("They cannot be compared", this.problem));
		else if (!this.difference) {
			fill(
				this.body,
				blank("Compare two moments", "Go to one and press ", el("kbd", {}, "a"), ", go to the other and press ", el("kbd", {}, "b"), ". What is different in the store is listed here."),
			);
		} else {
			const { operations, more } = this.difference;
			const count = operations.length + more;
			fill(this.body, el("h3", {}, count ? counted(count, "difference") : "No difference", el("span", { class: "aside" }, "from A to B")), count ? changeList(this.difference, this.showInState) : el("p", { class: "note" }, "The state is the same at both moments."));
		}
	}
}
