/**
 * The link between server and agents: one WebSocket that the agent opens, JSON messages. The server sends commands, which
 * are idempotent by id; the agent sends reports, which are acknowledged after they are stored.
 */
import { z } from 'zod'
import { connection } from './connection.ts'
import { debug } from './debug.ts'
import { keys } from './keys.ts'
import { machine } from './machine.ts'
import { monitors } from './monitors.ts'
import { profiles } from './profiles.ts'
import { queries } from './queries.ts'
import { recordings } from './recordings.ts'
import { runs } from './runs.ts'
import { tools } from './tools.ts'
import { upgrade } from './upgrade.ts'

/** What agents do, a line per family; server and agent register a part of the same name each. A kind belongs to one family. */
export const linkFamilies = {
  machine,
  runs,
  debug,
  tools,
  queries,
  upgrade,
  keys,
  monitors,
  profiles,
  recordings,
} as const

export type LinkFamily = keyof typeof linkFamilies
type OptionOf<F extends LinkFamily, D extends 'commands' | 'reports'> = (typeof linkFamilies)[F][D][number]
export type FamilyCommand<F extends LinkFamily> = z.infer<OptionOf<F, 'commands'>>
export type FamilyReport<F extends LinkFamily> = z.infer<OptionOf<F, 'reports'>>

const families = Object.values(linkFamilies)
const commandSchema = z.discriminatedUnion('kind', [
  ...connection.commands,
  ...families.flatMap((family): readonly OptionOf<LinkFamily, 'commands'>[] => family.commands),
])

/**
 * `epoch` counts how often the run that a command is about has changed hands between servers: an agent ignores a command
 * with a lower one than it has seen.
 */
export const serverMessageSchema = z.intersection(
  commandSchema,
  z.object({ epoch: z.int().min(0).optional() }),
)
export type ServerMessage = z.infer<typeof serverMessageSchema>

export const agentMessageSchema = z.discriminatedUnion('kind', [
  ...connection.reports,
  ...families.flatMap((family): readonly OptionOf<LinkFamily, 'reports'>[] => family.reports),
])
export type AgentMessage = z.infer<typeof agentMessageSchema>

export type Hello = Extract<AgentMessage, { kind: 'hello' }>
/** A report of a family: all that an agent sends but what belongs to the line itself. */
export type AgentReport = FamilyReport<LinkFamily>
export type ReportOf<K extends AgentReport['kind']> = Extract<AgentReport, { kind: K }>
/**
 * A command as the parts of the server send it. One with an id is kept until the agent has confirmed that it arrived, and
 * sent again after each reconnect; the agent carries each out once. The link itself sends acknowledgements.
 */
export type AgentCommand = Exclude<
  ServerMessage,
  { kind: 'welcome' | 'refused' | 'clockAnswer' | 'ackBatches' }
>
