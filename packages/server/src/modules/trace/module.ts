/** Traces of requests, read from the tracing system of their project; what browsers open themselves is the tracing console. */
import { createAddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import type { ModuleBase } from '../module.ts'
import { traceApi } from './trace.api.ts'
import { createTraceService } from './trace.service.ts'
import { createTracingSystemRepository } from './tracing-system.repository.ts'
import { createTracingSystemService } from './tracing-system.service.ts'

const timeoutMs = 10_000

export interface TraceModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'secrets'> {
  /** Private addresses and subnets at which traces may be read. */
  readonly tracingAddresses: readonly string[]
}

export function traceModule({ database, clock: now, secrets, tracingAddresses }: TraceModuleDeps) {
  const systems = createTracingSystemService({
    systems: createTracingSystemRepository(database),
    secrets,
    now,
  })
  const traces = createTraceService({ systems, wall: createAddressWall(tracingAddresses), timeoutMs })
  return { handlers: { trace: traceApi({ systems, traces }) }, services: {} }
}
