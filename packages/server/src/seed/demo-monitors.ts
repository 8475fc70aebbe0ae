/**
 * Monitors of a fresh installation: the machine that it runs on, the demo shop, and the PostgreSQL that `./pone up` has
 * started. Made once, as soon as the agent of `./pone up` is there; one that somebody deletes does not come back, and one that
 * nobody has edited follows its target to another address.
 */
import { createHash } from 'node:crypto'
import { monitorCalls } from '@pone/contract/calls/monitor.ts'
import { type MonitorFields, monitorFieldsSchema } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import { z } from 'zod'
import { findDemoProject } from './demo-project.ts'
import { demoAccount } from './first-run.ts'
import type { MonitoredDatabase } from './monitored-database.ts'
import type { SeedServices } from './seed-services.ts'

/** As `./pone up` names its agent. Another machine would not reach the targets, which listen on the loopback address or a socket. */
const localAgent = 'local'
const keptSetting = 'demo.monitors'
/** Until 0.10.0 only that they were made was remembered. */
const formerSetting = 'demo.monitorsAt'

const keptSchema = z.record(
  z.string(),
  z.object({
    /** null: deleted or edited, and left alone from then on. */
    id: z.string().nullable(),
    /** That was written here last; another one is a person's. */
    revision: z.int(),
    /** Hash of the target, with its password. */
    target: z.string(),
  }),
)
type Kept = z.infer<typeof keptSchema>

export interface DemoMonitorsDeps {
  readonly services: SeedServices & {
    readonly link: { on(handlers: { readonly agentOnline: (agentId: string) => void }): void }
  }
  readonly demoTargetUrl: string
  /** The PostgreSQL of the installation; undefined: it is somebody else's. */
  readonly monitoredDatabase: MonitoredDatabase | undefined
  readonly warn: (text: string, cause: unknown) => void
}

/** Call before the server listens. Returns what resolves when all that was begun is done; for tests. */
export function makeDemoMonitors({ services, warn, ...targets }: DemoMonitorsDeps): () => Promise<void> {
  let work = Promise.resolve()
  let isDone = false
  services.link.on({
    agentOnline: agentId => {
      if (isDone) return
      work = work
        .then(async () => {
          isDone ||= await keep(services, agentId, wantedOf(targets))
        })
        .catch((cause: unknown) => warn('the monitors of the demo project cannot be made', cause))
    },
  })
  return () => work
}

type Wanted = Pick<MonitorFields, 'name' | 'type' | 'params'> & { readonly url?: string }

/** By the names under which they are remembered. */
function wantedOf({
  demoTargetUrl,
  monitoredDatabase,
}: Pick<DemoMonitorsDeps, 'demoTargetUrl' | 'monitoredDatabase'>): Record<string, Wanted> {
  const shop = new URL(demoTargetUrl)
  const wanted: Record<string, Wanted> = {
    host: { name: '本机 This machine', type: 'host', params: {} },
    shop: {
      name: '演示商城 Demo shop',
      type: 'demo-shop',
      params: { host: shop.hostname, port: Number(shop.port) },
      url: demoTargetUrl,
    },
  }
  if (monitoredDatabase !== undefined) {
    const { socketFolder: socket, ...account } = monitoredDatabase
    const params = { access: 'socket', socket, ...account }
    wanted['database'] = { name: 'Pone 数据库 Pone database', type: 'postgresql', params }
  }
  return wanted
}

interface Place {
  readonly projectId: string
  readonly account: string
  readonly agentId: string
}

/** Whether nothing is left to do. */
async function keep(
  services: SeedServices,
  agentId: string,
  wanted: Readonly<Record<string, Wanted>>,
): Promise<boolean> {
  const { settingRepository, userRepository, monitors } = services
  const user = await userRepository.findByAccount(demoAccount)
  const projectId = user && (await findDemoProject(services, user.id))
  if (user === undefined || projectId === undefined) return true
  const agent = (await monitors.agents(projectId)).find(({ id }) => id === agentId)
  if (agent?.name !== localAgent) return false
  const place = { projectId, account: user.account, agentId }
  const kept = await readKept(services, place, wanted)
  for (const [key, fields] of Object.entries(wanted)) {
    const known = kept[key]
    kept[key] =
      known === undefined
        ? await make(services, place, fields)
        : await follow(services, place, { known, fields })
    // Written each time, so that a start that breaks off makes nothing twice.
    await settingRepository.write(keptSetting, JSON.stringify(kept))
  }
  return true
}

const left = { id: null, revision: 0, target: '' } as const

async function readKept(
  services: SeedServices,
  place: Place,
  wanted: Readonly<Record<string, Wanted>>,
): Promise<Kept> {
  const { settingRepository } = services
  const text = await settingRepository.read(keptSetting)
  if (text !== undefined) return keptSchema.parse(JSON.parse(text))
  if ((await settingRepository.read(formerSetting)) === undefined) return {}
  const kept: Kept = {}
  for (const key of ['host', 'shop']) {
    const fields = wanted[key]
    if (fields !== undefined) kept[key] = await findUntouched(services, place, fields)
  }
  return kept
}

/** One that was made here before, and was not edited. */
async function findUntouched(
  { monitors }: SeedServices,
  place: Place,
  fields: Wanted,
): Promise<Kept[string]> {
  const query = { projectId: place.projectId, search: fields.name, type: fields.type }
  const { rows } = await monitors.list(monitorCalls.list.input.parse(query))
  const found = rows.find(({ name, createdBy }) => name === fields.name && createdBy === place.account)
  return found?.revision === 1 ? { id: found.id, revision: 1, target: '' } : left
}

async function make(services: SeedServices, place: Place, fields: Wanted): Promise<Kept[string]> {
  const { monitors } = services
  const { projectId, account, agentId } = place
  try {
    const made = await monitors.create(projectId, account, monitorFieldsSchema.parse({ ...fields, agentId }))
    await monitors.start(projectId, account, [made.id])
    return { id: made.id, revision: made.revision, target: targetOf(fields) }
  } catch (cause) {
    // A start that broke off made it already, or a person did.
    if (cause instanceof AppError && cause.code === 'NameExists')
      return findUntouched(services, place, fields)
    throw cause
  }
}

async function follow(
  { monitors }: SeedServices,
  { projectId, account }: Place,
  { known, fields }: { readonly known: Kept[string]; readonly fields: Wanted },
): Promise<Kept[string]> {
  const { id, revision } = known
  const target = targetOf(fields)
  if (id === null || known.target === target) return known
  try {
    const { params, url } = fields
    const { after } = await monitors.edit(projectId, account, { id, revision, params, url })
    return { id, revision: after.revision, target }
  } catch (cause) {
    const isTheirs = cause instanceof AppError && ['NotFound', 'EditedMeanwhile'].includes(cause.code)
    if (isTheirs) return left
    throw cause
  }
}

const targetOf = ({ params, url }: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([params, url ?? null]))
    .digest('hex')
