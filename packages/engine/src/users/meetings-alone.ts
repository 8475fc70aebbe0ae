/** Meetings of the users of one process, such as a standalone execution. */
import { Gathering } from '../coordination/gathering.ts'
import { Meetings } from './meetings.ts'

const self = 'self'

/** Where they meet; `users` tells how many are at work. */
export function meetingsAlone(users: () => number): Meetings {
  const gathering = new Gathering()
  const meetings = new Meetings(points => gathering.hear(self, { kind: 'waiting', users: users(), points }))
  gathering.join(self, command => {
    if (command.kind === 'release') meetings.release(command.key, command.upTo)
  })
  return meetings
}
