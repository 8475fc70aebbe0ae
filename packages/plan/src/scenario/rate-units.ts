/** Units in which people give and read rates of arrivals. */
export const rateUnits = ['second', 'minute', 'hour'] as const
export type RateUnit = (typeof rateUnits)[number]
