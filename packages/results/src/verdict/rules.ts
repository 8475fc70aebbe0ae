/** Thresholds of the verdict, in one place: chosen on one set of simulated systems, tried on another (`docs/decisions/059-verdict.md`). */
export const verdictRules = {
  /** Windows and readings below which nothing is said. */
  minWindows: 12,
  minReadings: 6,
  /** Readings on each side of the knee, and power, below which a resource is not ruled out. */
  minReadingsToExclude: 20,
  minPowerToExclude: 0.9,
  /** A reading of what is the cause shows it, beyond the knee, with at least this probability; of a 0/1 gauge, that is 1 then. */
  seenFull01: 0.85,
  seenOne01: 0.95,
  /** With at least so many readings that show room, fewer than are needed to rule it out make it no possible cause. */
  minReadingsWithRoom: 3,
  /** The load must grow by this factor between its lowest and highest windows. */
  minLoadRange: 2,
  /** A load is constant where this share of the windows is as near to the median. */
  constantLoad: { within01: 0.02, share01: 0.85 },
  /** A knee must lie below this share of the highest load; of arrivals: the highest load exceeds the throughput by as much. */
  maxKneeShare: { users: 0.85, rate: 0.9 },
  /** Response time at the highest load against that of the lowest. */
  minResponseGrowth: 1.6,
  /** Readings below this share of the plateau tell how a resource is used by work. */
  beforeShare: 0.9,
  /** Rank correlation of use with throughput before the knee; what is held is counted at an instant, so it scatters more. */
  minCorrelation: 0.6,
  minCorrelationHeld: 0.4,
  /** Of gauges that are 0 or 1 at an instant: even use that follows throughput exactly correlates by 0.5 only. */
  minCorrelationGauge: 0.25,
  /** Level after the knee. */
  minLevel: 0.85,
  /** Ceiling in plateaus; of what is held by requests, that are held longer the nearer the knee is, more. */
  maxCeiling: 1.15,
  maxCeilingHeld: 1.22,
  /** A ceiling is told where the ends of its interval are nearer to each other than this factor. */
  maxCeilingWidth: 1.5,
  /** So much later than the load a reading can be: it is taken at an instant, and users are counted before their requests end. */
  maxLagMs: 4_000,
  /** Share of the users that came after the knee that waits for a lock. */
  minWaitingShare: 0.2,
  /** A resource whose queue was read and holds a smaller share of the added requests is not what they wait for. */
  minQueueShare: 0.05,
  /** A part of the response time below this share is not where to look for the cause. */
  minPartShare: 0.05,
} as const
