/** Barriers of the users of one process, such as a standalone execution. */
import { Gathering } from '../coordination/gathering.ts'
import { Barriers } from './barriers.ts'

const self = 'self'

/** The barriers; `users` returns how many are active. */
export function localBarriers(users: () => number): Barriers {
  const gathering = new Gathering()
  const barriers = new Barriers(points =>
    gathering.receive(self, { kind: 'waiting', users: users(), points }),
  )
  gathering.join(self, command => {
    if (command.kind === 'release') barriers.release(command.key, command.upTo)
  })
  return barriers
}
