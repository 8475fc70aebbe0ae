/** The kinds of tracing systems, a line each. */
import type { TracingSystemKind } from '@pone/contract/entities/tracing-system.ts'
import { jaeger } from './jaeger.ts'
import { skywalking } from './skywalking.ts'
import type { TracingSystemKindParts } from './system.ts'
import { tempo } from './tempo.ts'
import { zipkin } from './zipkin.ts'

export const tracingSystems: Readonly<Record<TracingSystemKind, TracingSystemKindParts>> = {
  jaeger,
  zipkin,
  tempo,
  skywalking,
}
