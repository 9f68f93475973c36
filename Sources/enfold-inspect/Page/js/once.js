// Work that is asked for often and done one after the other: what was asked meanwhile is done once.

/**
 * @param {() => Promise<void>} work
 * @param {number} [gap] so many milliseconds at least between two
 * @returns {() => void}
 */
export function latest(work, gap = 0) {
	let running = false;
	let again = false;
	return async () => {
		again = true;
		if (running) return;
		running = true;
		while (again) {
			again = false;
			try {
				await work();
			} catch (error) {
				// Without the server panes keep what they have; the header says that it is gone.
				if (!(error instanceof TypeError) && !(error instanceof DOMException)) console.warn(error);
			}
			if (gap) await new Promise((done) => setTimeout(done, gap));
		}
		running = false;
	};
}

// Calls a function when it was not asked for during this time.
/** @param {() => void} work @param {number} delay */
export function calm(work, delay) {
	let timer = 0;
	return () => {
		clearTimeout(timer);
		timer = setTimeout(work, delay);
	};
}
