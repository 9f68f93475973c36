// The list of the stores.
import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { counted, number } from "./format.js";

export class Stores {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.list = byId("stores");
		/** @type {Map<number, HTMLElement>} */
		this.revisions = new Map();
		// What is painted: a button that were made anew under the pointer would lose its click.
		this.painted = "";
		this.list.addEventListener("keydown", (event) => this.key(event));
		model.watch(["sources", "source", "store"], () => this.paint());
		model.watch(["counts"], () => this.count());
	}

	paint() {
		const { model } = this;
		const source = model.source;
		const shown = JSON.stringify([source?.id, model.storeId, source?.stores.map(({ id, name, feature, held, open }) => [id, name, feature, held, open])]);
		if (shown === this.painted) return this.count();
		this.painted = shown;
		const focused = this.list.contains(document.activeElement);
		this.revisions.clear();
		if (!source || source.stores.length === 0) {
			fill(this.list, el("p", { class: "note" }, source ? "No store is open yet." : "—"));
			return;
		}
		fill(
			this.list,
			this.item(null, "All stores", counted(source.stores.length, "store"), null),
			...source.stores.map((store) => {
				const revision = el("span", { class: "revision", title: "revision" }, number(store.revision));
				this.revisions.set(store.id, revision);
				const state = store.held ? el("span", { class: "state held" }, icon("held"), "held") : store.open ? null : el("span", { class: "state" }, "closed");
				return this.item(store.id, store.name, store.feature, revision, state, store.open);
			}),
		);
		if (focused) /** @type {HTMLElement|null} */ (this.list.querySelector('[aria-pressed="true"]'))?.focus();
	}

	/**
	 * @param {number|null} id @param {string} name @param {string} about @param {HTMLElement|null} revision
	 * @param {HTMLElement|null} [state] @param {boolean} [isOpen]
	 */
	item(id, name, about, revision, state = null, isOpen = true) {
		const isSelected = this.model.storeId === id;
		return el(
			"button",
			{
				class: `store${isSelected ? " selected" : ""}${isOpen ? "" : " gone"}`,
				"aria-pressed": String(isSelected),
				onclick: () => this.model.selectStore(id),
			},
			el("span", { class: "store-name" }, name),
			state ?? revision,
			el("span", { class: "store-about" }, about),
			state && revision,
		);
	}

	count() {
		for (const store of this.model.source?.stores ?? []) {
			const revision = this.revisions.get(store.id);
			if (revision) revision.textContent = number(store.revision);
		}
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
		const items = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("button")]);
		const next = items[items.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + (event.key === "ArrowUp" ? -1 : 1)];
		if (next) next.focus();
		event.preventDefault();
	}
}
