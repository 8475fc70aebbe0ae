/** The components of the report sections in page order, one line each; a section without a component is a compile error. */
import type { SectionName } from '@pone/results/sections/registry.ts'
import { BottleneckPart } from './bottleneck.tsx'
import { ByUsersPart } from './byUsers.tsx'
import { CapacityPart } from './capacity.tsx'
import { DistributionPart } from './distribution.tsx'
import { ErrorsPart } from './errors.tsx'
import { EventsPart } from './events.tsx'
import { FiguresPart } from './figures.tsx'
import { MachinesPart } from './machines.tsx'
import { MetricsPart } from './metrics.tsx'
import { MixPart } from './mix.tsx'
import { MonitoringPart } from './monitoring.tsx'
import { ReconciliationPart } from './reconciliation.tsx'
import type { SectionPart } from './section-part.tsx'
import { SlaPart } from './sla.tsx'
import { TimelinePart } from './timeline.tsx'
import { TracesPart } from './traces.tsx'

export const sectionParts = {
  sla: SlaPart,
  capacity: CapacityPart,
  bottleneck: BottleneckPart,
  timeline: TimelinePart,
  monitoring: MonitoringPart,
  figures: FiguresPart,
  byUsers: ByUsersPart,
  metrics: MetricsPart,
  mix: MixPart,
  errors: ErrorsPart,
  traces: TracesPart,
  distribution: DistributionPart,
  machines: MachinesPart,
  reconciliation: ReconciliationPart,
  events: EventsPart,
} as const satisfies Record<SectionName, SectionPart>
