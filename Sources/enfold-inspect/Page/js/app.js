// Begins: takes the token, makes the panes, listens to the server.
/// <reference path="./types.d.ts" />
import { API, takeToken } from "./api.js";
import { placeIcons } from "./icons.js";
import { Model } from "./model.js";
import { Header } from "./header.js";
import { Stores } from "./stores.js";
import { Log } from "./log.js";
import { FilterBar } from "./filters.js";
import { Timeline } from "./timeline.js";
import { EntryPane } from "./entry.js";
import { TreePane } from "./tree.js";
import { Pins } from "./pins.js";
import { BlamePane } from "./blame.js";
import { ComparePane } from "./compare.js";
import { SendPane } from "./send.js";
import { BreakPane } from "./breakpoints.js";
import { ChartsPane } from "./charts.js";
import { Files } from "./files.js";
import { HeldBanner } from "./held.js";
import { Panes } from "./panes.js";
import { listen } from "./keys.js";

placeIcons();
const token = takeToken();
const api = new API(token ?? "");
const model = new Model(api);

new Header(model);
new Stores(model);
new FilterBar(model);
new Log(model);
new Timeline(model);
const blame = new BlamePane(model);
const breakpoints = new BreakPane(model);
/** @type {TreePane} */
const tree = new TreePane(model, {
	blame: (pointer) => blame.ask(pointer, tree.storeId ?? undefined),
	breakAt: (pointer) => tree.storeId !== null && breakpoints.add(tree.storeId, { path: pointer }),
});
const reveal = (/** @type {string} */ pointer) => tree.reveal(pointer);
new EntryPane(model, reveal);
new ComparePane(model, reveal);
new Pins(model, (store, pointer) => {
	model.selectStore(store);
	reveal(pointer);
});
new SendPane(model);
new ChartsPane(model);
new Files(model);
new Panes(model);
listen(model, new HeldBanner(model));

if (token) {
	api.events(
		(name, data) => {
			if (name === "sources") model.takeSources(data);
			else if (name === "counts") model.takeCounts(data);
		},
		(state, why) => model.connect(state, why),
	);
} else {
	model.connect("refused", "");
}
