// Charts: how many actions a second, and how long they took, for each store.
import { blank, byId, el, fill } from "./dom.js";
import { duration, number } from "./format.js";
import { legend, plot } from "./plot.js";
import { latest } from "./once.js";

export class ChartsPane {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.body = byId("charts-body");
		this.whole = byId("charts-span", HTMLSelectElement);
		/** @type {Rates|null} */
		this.rates = null;
		this.load = latest(() => this.fetch(), 200);
		this.whole.addEventListener("change", () => this.load());
		model.watch(["source", "pane", "store", "connection"], () => this.load());
		setInterval(() => model.pane === "charts" && !document.hidden && model.source?.condition === "connected" && this.load(), 1000);
	}

	async fetch() {
		const { model } = this;
		const source = model.sourceId;
		if (model.pane !== "charts") return;
		this.rates = null;
		if (source !== null) {
			const span = this.whole.value;
			this.rates = await model.api.get("rates", span === "whole" ? { source, whole: true } : { source, seconds: span });
			if (source !== model.sourceId) return;
		}
		this.paint();
	}

	paint() {
		const { model, rates } = this;
		const stores = (rates?.stores ?? []).filter((rate) => model.storeId === null || rate.store === model.storeId);
		const busy = stores.filter((rate) => rate.counts.some((count) => count > 0));
		if (!rates || busy.length === 0) {
			fill(this.body, blank("Nothing to draw", model.source ? "No action has come in this time." : "There is no program to look at."));
			return;
		}
		fill(this.body, ...busy.map((rate) => this.card(rate, rates)));
	}

	/** @param {Rate} rate @param {Rates} rates */
	card(rate, rates) {
		const name = this.model.store(rate.store)?.name ?? "";
		const seconds = rates.step / 1000;
		const width = Math.max(240, this.body.clientWidth);
		const perSecond = rate.counts.map((count) => count / seconds);
		const start = new Date(rates.from);
		const end = new Date(rates.from + rates.step * rate.counts.length);
		const clock = (/** @type {Date} */ date) => date.toLocaleTimeString("en-GB");
		const ends = [clock(start), clock(end)];
		const counts = [{ name: "actions/s", tone: "one", values: perSecond }];
		const times = [
			{ name: "p50", tone: "p50", values: rate.p50 },
			{ name: "p95", tone: "p95", values: rate.p95 },
			{ name: "p99", tone: "p99", values: rate.p99 },
		];
		const last = (/** @type {(number|null)[]} */ values) => values.filter((value) => value !== null).pop() ?? null;
		const short = (/** @type {number} */ value) => (value >= 100 ? number(Math.round(value)) : value >= 10 ? value.toFixed(0) : String(Math.round(value * 10) / 10));
		const all = rate.counts.reduce((sum, count) => sum + count, 0);
		return el(
			"section",
			{ class: "chart" },
			el("h3", {}, name, el("span", { class: "aside" }, `${number(all)} actions`)),
			el("figure", {}, el("figcaption", {}, "Actions per second", legend(counts, (values) => short(last(values) ?? 0))), plot({ label: `Actions per second of ${name}`, series: counts, format: short, ends, area: true, width })),
			el("figure", {}, el("figcaption", {}, "Time of an action", legend(times, (values) => duration(last(values)) || "—")), plot({ label: `How long an action of ${name} took`, series: times, format: (value) => (value ? duration(value) : "0"), ends, width })),
		);
	}
}
