/** Calls of the project's home page and of the tour. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { HomeService } from './home.service.ts'
import type { TourRepository } from './tour.repository.ts'

export function createHomeApi(home: HomeService): Handlers<Calls['home']> {
  return {
    changes: (_input, { project }) => home.changes(project.id),
    trends: (_input, { project }) => home.trends(project.id),
    waiting: (_input, { project, user, language }) =>
      home.waiting({
        projectId: project.id,
        user,
        may: needed => project.functions.has(needed),
        language,
      }),
  }
}

export function createTourApi(tours: TourRepository, clock: Clock): Handlers<Calls['tour']> {
  return {
    get: async (_input, { user }) => ({ isDue: !(await tours.hasLeft(user.id)) }),
    leave: async (_input, { user }) => {
      await tours.leave(user.id, clock())
      return {}
    },
  }
}
