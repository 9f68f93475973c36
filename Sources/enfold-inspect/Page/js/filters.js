// What the log shows: the search field, the switches and the menu of filters.
import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { number } from "./format.js";
import { calm, latest } from "./once.js";
import { kindNames } from "./log.js";

export class FilterBar {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.search = byId("search", HTMLInputElement);
		this.changed = byId("only-changes");
		this.group = byId("group");
		this.button = byId("filter-button");
		this.menu = byId("filter-menu");
		this.chips = byId("chips");
		/** @type {Types} */
		this.types = { types: [], tags: [], kinds: [] };
		this.load = latest(async () => {
			const source = model.sourceId;
			if (source === null) return;
			const types = await model.api.get("types", { source, store: model.storeId });
			if (source !== model.sourceId) return;
			this.types = types;
			this.paintMenu();
		});
		const typed = calm(() => model.filter({ text: this.search.value }), 120);
		this.search.addEventListener("input", typed);
		this.search.addEventListener("keydown", (event) => {
			if (event.key === "Escape") {
				this.search.value = "";
				model.filter({ text: "" });
				byId("log").focus();
			} else if (event.key === "Enter" || event.key === "ArrowDown") byId("log").focus();
			else return;
			event.preventDefault();
			event.stopPropagation();
		});
		this.changed.addEventListener("click", () => model.filter({ changed: !model.filters.changed }));
		this.group.addEventListener("click", () => model.filter({ group: !model.filters.group }));
		this.button.addEventListener("click", () => this.open(this.menu.hidden));
		document.addEventListener("pointerdown", (event) => {
			const target = /** @type {Node} */ (event.target);
			if (!this.menu.hidden && !this.menu.contains(target) && !this.button.contains(target)) this.open(false);
		});
		this.menu.addEventListener("keydown", (event) => {
			if (event.key !== "Escape") return;
			this.open(false);
			this.button.focus();
			event.stopPropagation();
		});
		model.watch(["filters", "source", "store"], () => this.paint());
	}

	/** @param {boolean} opens */
	open(opens) {
		this.menu.hidden = !opens;
		this.button.setAttribute("aria-expanded", String(opens));
		if (!opens) return;
		this.paintMenu();
		this.load();
		const first = this.menu.querySelector("select");
		if (first) first.focus();
	}

	paintMenu() {
		if (this.menu.hidden) return;
		const { model, types } = this;
		const { filters } = model;
		const focused = document.activeElement?.id;
		const choice = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ all, /** @type {[string, string][]} */ options, /** @type {string} */ now, /** @type {(value: string) => void} */ pick) =>
			el(
				"label",
				{ class: "field", for: id },
				el("span", {}, label),
				el(
					"select",
					{ id, onchange: (event) => pick(event.target.value) },
					el("option", { value: "" }, all),
					...options.map(([value, text]) => el("option", { value, selected: value === now }, text)),
					now && !options.some(([value]) => value === now) && el("option", { value: now, selected: true }, now),
				),
			);
		const path = el("input", { id: "filter-path", type: "text", placeholder: "/items", autocomplete: "off", value: filters.path });
		path.addEventListener("change", () => model.filter({ path: path.value.trim() }));
		fill(
			this.menu,
			choice("filter-type", "Action", "all types", types.types.map(({ type, count }) => [type, `${type} (${number(count)})`]), filters.type, (type) => model.filter({ type })),
			choice("filter-tag", "Tag", "all tags", types.tags.map((tag) => [tag, tag]), filters.tag, (tag) => model.filter({ tag })),
			el("label", { class: "field", for: "filter-path" }, el("span", {}, "Touched path"), path),
			el(
				"fieldset",
				{ class: "kinds" },
				el("legend", {}, "Kinds"),
				...types.kinds.map(({ kind, count }) =>
					el(
						"label",
						{ class: "check" },
						el("input", {
							type: "checkbox",
							id: `kind-${kind.replace(" ", "-")}`,
							checked: filters.kinds.includes(kind),
							onchange: (event) => {
								const on = event.target.checked;
								model.filter({ kinds: on ? [...filters.kinds, kind] : filters.kinds.filter((each) => each !== kind) });
							},
						}),
						icon(kind),
						el("span", { class: "grow" }, kindNames[kind] ?? kind),
						el("span", { class: "count" }, number(count)),
					),
				),
			),
		);
		if (focused) document.getElementById(focused)?.focus();
	}

	paint() {
		const { model } = this;
		const { filters } = model;
		if (document.activeElement !== this.search || this.search.value.trim() === "" || !filters.text) {
			if (this.search.value !== filters.text && document.activeElement !== this.search) this.search.value = filters.text;
		}
		this.changed.setAttribute("aria-pressed", String(filters.changed));
		this.group.setAttribute("aria-pressed", String(filters.group));
		/** @type {[string, string, () => void][]} */
		const chips = [];
		const store = model.store(model.storeId);
		if (store) chips.push(["store", store.name, () => model.selectStore(null)]);
		if (filters.type) chips.push(["action", filters.type, () => model.filter({ type: "" })]);
		if (filters.tag) chips.push(["tag", filters.tag, () => model.filter({ tag: "" })]);
		if (filters.path) chips.push(["path", filters.path, () => model.filter({ path: "" })]);
		for (const kind of filters.kinds) {
			chips.push(["kind", kindNames[kind] ?? kind, () => model.filter({ kinds: filters.kinds.filter((each) => each !== kind) })]);
		}
		this.chips.hidden = chips.length === 0;
		fill(
			this.chips,
			...chips.map(([name, value, remove]) =>
				el("span", { class: "chip" }, el("span", { class: "chip-name" }, name), el("span", { class: "chip-value" }, value), el("button", { "aria-label": `Remove the filter ${name} ${value}`, onclick: remove }, icon("close"))),
			),
		);
		this.button.classList.toggle("on", Boolean(filters.type || filters.tag || filters.path || filters.kinds.length));
		this.paintMenu();
	}
}
