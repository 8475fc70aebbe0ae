/** How wide the intervals of charts over time are where nobody chose: few enough to be seen apart. */

const stepsMs = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map(seconds => seconds * 1_000)
const wantedIntervals = 200

/** Round numbers, 1 s to 1 h; for what lasts so long. */
export const granularityFor = (durationMs: number): number =>
  stepsMs.find(stepMs => durationMs / stepMs <= wantedIntervals) ?? 3_600_000
