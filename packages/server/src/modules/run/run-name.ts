/** How operation records name a run: scenario and number, e.g. `Checkout #12`. */
export const runName = (run: { readonly scenarioName: string; readonly number: number }): string =>
  `${run.scenarioName} #${run.number}`
