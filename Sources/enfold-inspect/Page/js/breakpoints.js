// The breakpoints of a store: before an action, or behind a change.
import { blank, byId, el, fill, toast } from "./dom.js";
import { icon } from "./icons.js";
import { member, textOf, tryParse } from "./json.js";
import { latest } from "./once.js";
import { casesOf } from "./schema.js";
import { controlWords } from "./send.js";

export class BreakPane {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.blank = byId("break-blank");
		this.body = byId("break-body");
		this.form = byId("break-form", HTMLFormElement);
		this.store = byId("break-store", HTMLSelectElement);
		this.what = byId("break-what", HTMLSelectElement);
		this.value = byId("break-value", HTMLInputElement);
		this.names = byId("break-names");
		this.list = byId("break-list");
		/** @type {{store: Store, id: number, text: string}[]} */
		this.breakpoints = [];
		this.load = latest(() => this.fetch());
		this.form.addEventListener("submit", (event) => {
			event.preventDefault();
			const value = this.value.value.trim();
			if (value || this.what.value === "path") this.add(Number(this.store.value), { [this.what.value]: value });
		});
		this.store.addEventListener("change", () => this.paintNames());
		this.what.addEventListener("change", () => this.paintNames());
		model.watch(["sources", "source", "pane", "connection", "breakpoints"], () => this.load());
	}

	async fetch() {
		const { model } = this;
		if (model.pane !== "breakpoints") return;
		const source = model.sourceId;
		const stores = model.control ? (model.source?.stores.filter((store) => store.open) ?? []) : [];
		const all = await Promise.all(
			stores.map(async (store) => {
				const told = await model.api.get("breakpoints", { source, store: store.id });
				return told.breakpoints.map((/** @type {{id: number, text: string}} */ each) => ({ store, ...each }));
			}),
		);
		if (source !== model.sourceId) return;
		this.breakpoints = all.flat();
		this.paint();
	}

	paint() {
		const { model } = this;
		const open = model.source?.stores.filter((store) => store.open) ?? [];
		const can = model.control && open.length > 0;
		this.blank.hidden = can;
		this.body.hidden = !can;
		if (!can) {
			fill(this.blank, ...controlWords(model, "Breakpoints can be set"));
			return;
		}
		const now = this.store.value || String(model.stateStore?.id ?? "");
		fill(this.store, ...open.map((store) => el("option", { value: store.id }, store.name)));
		this.store.value = open.some((store) => String(store.id) === now) ? now : String(open[0].id);
		this.paintNames();
		fill(
			this.list,
			...this.breakpoints.map((each) => this.item(each)),
			this.breakpoints.length === 0 && blank("No breakpoint", "A breakpoint holds the store before an action, or behind a change. Then you step, or let it go on."),
		);
	}

	async paintNames() {
		const isPath = this.what.value === "path";
		this.value.placeholder = isPath ? "/items" : "add";
		const store = this.model.store(Number(this.store.value));
		const cases = isPath || !store ? [] : await casesOf(this.model, store);
		fill(this.names, ...cases.map((each) => el("option", { value: each.name })));
	}

	/** @param {{store: Store, id: number, text: string}} breakpoint */
	item({ store, id, text }) {
		const options = tryParse(text);
		const action = textOf(member(options, "action"));
		const path = textOf(member(options, "path"));
		return el(
			"div",
			{ class: "breakpoint" },
			icon("break"),
			el("span", { class: "grow" }, action !== undefined ? "before " : "behind a change of ", el("code", {}, action ?? (path || "anything"))),
			el("span", { class: "under" }, store.name),
			el("button", { class: "icon-button", "aria-label": `Remove the breakpoint ${action ?? path}`, title: "Remove", onclick: () => this.change(store.id, { remove: id }) }, icon("close")),
		);
	}

	/** @param {number} store @param {Record<string, unknown>} options */
	async add(store, options) {
		if (await this.change(store, options)) {
			this.value.value = "";
			this.model.show("breakpoints");
		}
	}

	/** @param {number} store @param {Record<string, unknown>} options */
	async change(store, options) {
		if (!this.model.control) {
			toast("This program only shows. Start it with ENFOLD_INSPECT=control to set breakpoints.");
			return false;
		}
		const told = await this.model.attempt({ do: "break", store, options: JSON.stringify(options) });
		if (told) this.model.tell("breakpoints");
		return Boolean(told);
	}
}
