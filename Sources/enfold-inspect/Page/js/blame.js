// Blame: which commits made a value what it is.
import { blank, byId, el, fill } from "./dom.js";
import { clock, counted, number } from "./format.js";
import { visible } from "./json.js";
import { inline } from "./jsonview.js";
import { latest } from "./once.js";
import { Refusal } from "./api.js";

export class BlamePane {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.list = byId("blame-list");
		this.form = byId("blame-form", HTMLFormElement);
		this.input = byId("blame-pointer", HTMLInputElement);
		this.title = byId("blame-title");
		/** @type {string|null} */
		this.pointer = null;
		// The moment that is asked about; null is the newest. It stays when the cursor goes along the chain.
		/** @type {number|null} */
		this.at = null;
		/** @type {number|null} */
		this.storeId = null;
		/** @type {Change[]} */
		this.changes = [];
		this.problem = "";
		/** What the list does not tell. */
		this.left = "";
		this.load = latest(() => this.fetch());
		this.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.ask(this.input.value.trim());
		});
		model.watch(["source"], () => {
			this.pointer = null;
			this.changes = [];
			this.paint();
		});
		model.watch(["cursor", "pane", "entry"], () => this.paint());
		this.paint();
	}

	/** @param {string} pointer @param {number} [store] */
	ask(pointer, store) {
		this.pointer = pointer;
		this.at = this.model.at;
		this.storeId = store ?? this.model.stateStore?.id ?? null;
		this.input.value = pointer;
		this.model.show("blame");
		this.load();
	}

	async fetch() {
		const { model, pointer, storeId: store } = this;
		if (pointer === null || store === null) return;
		try {
			const told = await model.api.get("blame", { source: model.sourceId, store, at: this.at, pointer });
			this.changes = told.changes;
			this.left = told.more ? `${counted(told.more, "earlier change")} left out.` : told.partial ? "Only the last 200,000 entries of the store were looked at." : "";
			this.problem = "";
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			this.changes = [];
			this.problem = error.message;
		}
		this.paint();
	}

	paint() {
		const { model, changes, pointer } = this;
		if (model.pane !== "blame") return;
		const store = model.store(this.storeId);
		fill(this.title, pointer !== null && store ? el("span", {}, el("b", {}, store.name), this.at === null ? " up to now" : ` up to #${number(this.at)}`) : "");
		if (pointer === null) {
			fill(
				this.list,
				blank("Who changed this?", "Write a pointer above, such as ", el("code", {}, "/items/id=7/title"), ", or choose a value in the state and press ", el("kbd", {}, "b"), ". The commits that made it are listed here, the newest first."),
			);
			return;
		}
		if (this.problem || !changes.length) {
			fill(this.list, blank(this.problem ? "That cannot be told" : "Nobody has changed it", this.problem || "It is as it was when the recording began, or it is not there."));
			return;
		}
		fill(this.list, el("ol", { class: "blame" }, ...changes.map((change, index) => this.item(change, index === changes.length - 1))), this.left && el("p", { class: "note" }, this.left));
	}

	/** @param {Change} change @param {boolean} isLast */
	item(change, isLast) {
		const { model } = this;
		const isHere = model.shown === change.n;
		return el(
			"li",
			{},
			el(
				"button",
				{ class: `blame-item${isHere ? " selected" : ""}`, "aria-current": isHere ? "true" : null, onclick: () => model.go(change.n) },
				el("span", { class: "blame-head" }, el("span", { class: "type" }, visible(change.type ?? (isLast ? "opened" : "write"))), el("span", { class: "under" }, `#${number(change.n)} · revision ${number(change.revision)} · ${clock(change.time)}`)),
				el(
					"span",
					{ class: "blame-values" },
					change.before === undefined ? el("span", { class: "made" }, "made here") : el("span", { class: "old" }, inline(change.before)),
					el("span", { class: "arrow", "aria-label": "became" }, "→"),
					change.after === undefined ? el("span", { class: "made" }, "removed") : el("span", { class: "new" }, inline(change.after)),
				),
				change.path !== this.pointer ? el("span", { class: "blame-path" }, change.path) : null,
			),
		);
	}
}
