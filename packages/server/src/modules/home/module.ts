/** The project's home page and the first-run tour. */
import type { ModuleBase } from '../module.ts'
import { createHomeApi, createTourApi } from './home.api.ts'
import { createHomeService } from './home.service.ts'
import { createHomeRunsRepository } from './home-runs.repository.ts'
import { createTourRepository } from './tour.repository.ts'
import { createWaitingRepository } from './waiting.repository.ts'

export function homeModule({ database, clock }: Pick<ModuleBase, 'database' | 'clock'>) {
  const home = createHomeService({
    runs: createHomeRunsRepository(database),
    waiting: createWaitingRepository(database),
    now: clock,
  })
  return {
    handlers: { home: createHomeApi(home), tour: createTourApi(createTourRepository(database), clock) },
    services: {},
  }
}
