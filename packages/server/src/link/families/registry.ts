/** The registered families of the server's end of the link, one line each, and the rule of each command or report. */
import type {
  AgentCommand,
  AgentMessage,
  AgentReport,
  LinkFamily,
  ServerMessage,
} from '@pone/contract/link/messages.ts'
import type { GivenWork } from '../given-work.ts'
import { debug } from './debug.ts'
import type { CommandRule, Delivery, FamilyRules, ReportRule } from './family-rules.ts'
import { keys } from './keys.ts'
import { machine } from './machine.ts'
import { monitors } from './monitors.ts'
import { profiles } from './profiles.ts'
import { queries } from './queries.ts'
import { recordings } from './recordings.ts'
import { runs } from './runs.ts'
import { tools } from './tools.ts'
import { upgrade } from './upgrade.ts'

const families = {
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
} satisfies {
  readonly [F in LinkFamily]: FamilyRules<F>
}

type ReportsOf<F extends LinkFamily> = (typeof families)[F]['reports']
type KindsDelivered<D extends Delivery, F extends LinkFamily = LinkFamily> = F extends LinkFamily
  ? {
      [K in keyof ReportsOf<F>]: ReportsOf<F>[K] extends { readonly delivery: D } ? K : never
    }[keyof ReportsOf<F>]
  : never

/** Handled in order per agent and run by the server that drives the run, and repeated until stored. */
export type StoredReport = Extract<AgentReport, { kind: KindsDelivered<'stored'> }>
/** Handled at once, and lost when a server or a connection fails. */
export type UnstoredReport = Exclude<AgentReport, StoredReport>

// Each rule handles messages of its own kind, and the maps are indexed by that kind.
const commandRules = new Map<string, CommandRule<AgentCommand>>(
  Object.values(families).flatMap(
    family => Object.entries(family.commands) as [string, CommandRule<AgentCommand>][],
  ),
)
const reportRules = new Map<string, ReportRule<AgentReport>>(
  Object.values(families).flatMap(
    family => Object.entries(family.reports) as [string, ReportRule<AgentReport>][],
  ),
)

export function ruleOfCommand({ kind }: AgentCommand): CommandRule<AgentCommand> {
  const rule = commandRules.get(kind)
  if (rule === undefined) throw new Error(`no family has the command ${kind}`)
  return rule
}

export function ruleOfReport({ kind }: AgentReport): ReportRule<AgentReport> {
  const rule = reportRules.get(kind)
  if (rule === undefined) throw new Error(`no family has the report ${kind}`)
  return rule
}

/** Records what the agent may report on after this command was sent to it. */
export function noteGiven(given: GivenWork, command: AgentCommand): void {
  if ('id' in command) given.of('commands').add(command.id)
  ruleOfCommand(command).give?.(given, command)
}

/** Whether the report refers to work that the agent was given; `at` is monotonic, ms. */
export const isGiven = (given: GivenWork, report: AgentReport, at: number): boolean =>
  ruleOfReport(report).isGiven?.(given, report, at) ?? true

export const isOwn = (agentId: string, report: AgentReport): boolean =>
  ruleOfReport(report).isOwn?.(agentId, report) ?? true

/** What is sent back once all handlers of the report have resolved. */
export const acknowledgementsOf = (report: StoredReport): ServerMessage[] =>
  ruleOfReport(report).acknowledge?.(report) ?? []

/** Whether a message of an agent is a report that must be stored. */
export const isStored = (message: AgentMessage): message is StoredReport =>
  reportRules.get(message.kind)?.delivery === 'stored'

export const deliveryOf = (report: AgentReport): Delivery => ruleOfReport(report).delivery
