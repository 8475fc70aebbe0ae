/** The console of a third party in which a project's traces are read; browsers open it, the server never does. */
import type { ModuleBase } from '../module.ts'
import { tracingConsoleApi } from './tracing-console.api.ts'
import { createTracingConsoleRepository } from './tracing-console.repository.ts'

export const tracingConsoleModule = ({ database, clock: now }: Pick<ModuleBase, 'database' | 'clock'>) => ({
  handlers: {
    tracingConsole: tracingConsoleApi({ consoles: createTracingConsoleRepository(database), now }),
  },
  services: {},
})
