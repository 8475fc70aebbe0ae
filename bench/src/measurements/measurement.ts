/** A measurement besides throughput: its name and how it is measured. */
import type { BenchContext } from '../bench-context.ts'
import type { MeasurementFigures } from '../result.ts'

export interface Measurement {
  readonly name: string
  /** @throws Error with the reason why it cannot be measured here */
  measure(context: BenchContext): Promise<Omit<MeasurementFigures, 'status'>>
}
