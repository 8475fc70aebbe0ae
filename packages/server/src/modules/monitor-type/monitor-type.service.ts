/** Rules of monitor types of administrators: checked before they are stored, never changed afterwards, kept while used. */
import {
  type MonitorTypeChanges,
  type MonitorTypeCheck,
  type MonitorTypeDetail,
  type MonitorTypeSummary,
  maxMonitorTypeVersions,
  maxOwnMonitorTypes,
  typeFileSchema,
  type UsableMonitorType,
} from '@pone/contract/entities/monitor-type.ts'
import { AppError } from '@pone/contract/errors.ts'
import { checkTypeText } from '@pone/monitors/own/check-type.ts'
import { typeToYaml } from '@pone/monitors/own/type-yaml.ts'
import { monitorTypeOf, monitorTypes } from '@pone/monitors/registry.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import { isForeignKeyViolation } from '../../adapters/database/database-error.ts'
import type { MonitorTypeRepository, UsingMonitor } from './monitor-type.repository.ts'
import type { MonitorTypes } from './monitor-types.ts'

export interface MonitorTypeServiceDeps {
  readonly repository: MonitorTypeRepository
  readonly types: MonitorTypes
  /** Called after monitors got another version. */
  readonly onMoved: (monitorIds: readonly string[]) => void
  readonly now: () => number
}

export type MonitorTypeService = ReturnType<typeof createMonitorTypeService>

export function createMonitorTypeService(deps: MonitorTypeServiceDeps) {
  return { ...typeViews(deps), ...typeEdits(deps), ...typeMoves(deps) }
}

type Counts = Awaited<ReturnType<MonitorTypeRepository['counts']>>

const countOf = (counts: Counts, name: string, isWanted: (version: number | null) => boolean): number =>
  counts.reduce(
    (sum, each) => (each.type === name && isWanted(each.type_version) ? sum + each.count : sum),
    0,
  )

const plainFacts = ({ names, category, transport, triedOn }: MonitorType) => ({
  names,
  category,
  transport,
  triedOn,
})

function builtInSummary(type: MonitorType, counts: Counts): MonitorTypeSummary {
  return {
    name: type.name,
    ...plainFacts(type),
    isBuiltIn: true,
    isActive: true,
    version: type.version,
    monitors: countOf(counts, type.name, () => true),
    monitorsOfOlder: 0,
    updatedBy: '',
    updatedAt: null,
  }
}

function ownSummary(
  row: Awaited<ReturnType<MonitorTypeRepository['newestVersions']>>[number],
  counts: Counts,
): MonitorTypeSummary {
  const read = monitorTypeSchema.safeParse(row.definition)
  const unreadable = { names: { zh: row.name, en: row.name }, category: 'custom', transport: '', triedOn: [] }
  return {
    name: row.name,
    ...(read.success ? plainFacts(read.data) : unreadable),
    isBuiltIn: false,
    isActive: row.is_active,
    version: row.newest,
    monitors: countOf(counts, row.name, () => true),
    monitorsOfOlder: countOf(counts, row.name, version => version !== row.newest),
    updatedBy: row.created_by,
    updatedAt: row.created_at,
  }
}

const notFound = () => new AppError('NotFound', { what: 'monitorType' })

async function summaryOf({ repository }: Pick<MonitorTypeServiceDeps, 'repository'>, name: string) {
  const counts = await repository.counts()
  const builtIn = monitorTypeOf(name)
  if (builtIn !== undefined) return builtInSummary(builtIn, counts)
  const row = (await repository.newestVersions()).find(each => each.name === name)
  if (row === undefined) throw notFound()
  return ownSummary(row, counts)
}

/** @throws AppError NotFound */
async function detailOf(
  deps: Pick<MonitorTypeServiceDeps, 'repository'>,
  name: string,
  version: number | null,
): Promise<MonitorTypeDetail> {
  const summary = await summaryOf(deps, name)
  const builtIn = monitorTypeOf(name)
  if (builtIn !== undefined)
    return { ...summary, text: typeToYaml(builtIn), shown: builtIn.version, versions: [] }
  const [stored, versions] = await Promise.all([
    deps.repository.version(name, version ?? summary.version),
    deps.repository.versions(name),
  ])
  if (stored === undefined) throw notFound()
  return {
    ...summary,
    text: stored.text,
    shown: stored.version,
    versions: versions.map(row => ({
      version: row.version,
      createdBy: row.created_by,
      createdAt: row.created_at,
      monitors: row.monitors ?? 0,
    })),
  }
}

/** Types for display, and the check of a text. */
function typeViews(deps: MonitorTypeServiceDeps) {
  const { repository, types } = deps
  return {
    list: async (): Promise<MonitorTypeSummary[]> => {
      const [counts, own] = await Promise.all([repository.counts(), repository.newestVersions()])
      return [
        ...monitorTypes.map(type => builtInSummary(type, counts)),
        ...own.map(row => ownSummary(row, counts)),
      ]
    },
    get: (name: string, version: number | null) => detailOf(deps, name, version),
    check: async (text: string, name: string | null): Promise<MonitorTypeCheck> => {
      const taken = new Set((await repository.all()).map(each => each.name))
      const { type, problems } = checkTypeText(text, { version: 1, name, taken })
      return { definition: type && typeFileSchema.parse(type), problems: [...problems] }
    },
    /** Of a text that need not be stored, whatever its name. @throws AppError MonitorTypeInvalid */
    typeOfText: (text: string): MonitorType => checked(text, { version: 1, name: null, taken: new Set() }),
    usable: async (projectId: string): Promise<UsableMonitorType[]> => {
      const [stored, used] = await Promise.all([repository.all(), repository.usedIn(projectId)])
      const offered = stored.filter(row => row.is_active)
      const refs = new Map(
        [...offered.map(row => ({ name: row.name, version: row.newest })), ...used].map(
          ({ name, version }) => [`${name}@${version}`, { type: name, type_version: version }],
        ),
      )
      const typeOf = await types.of([...refs.values()])
      return [...refs.values()].flatMap(ref => {
        const type = typeOf(ref)
        const isOffered = offered.some(row => row.name === ref.type && row.newest === ref.type_version)
        return type === undefined ? [] : [{ definition: typeFileSchema.parse(type), isOffered }]
      })
    },
  }
}

/** The type of a text. @throws AppError MonitorTypeInvalid with the first problem */
function checked(text: string, options: Parameters<typeof checkTypeText>[1]): MonitorType {
  const { type, problems } = checkTypeText(text, options)
  if (type !== null) return type
  const [first] = problems
  throw new AppError('MonitorTypeInvalid', {
    line: first?.line ?? 1,
    column: first?.column ?? 1,
    detail: first?.text ?? '',
    count: problems.length,
  })
}

/** What administrators change. */
function typeEdits(deps: MonitorTypeServiceDeps) {
  const { repository, now } = deps
  const stored = async (name: string) => {
    const row = await repository.find(name)
    if (row === undefined) throw notFound()
    return row
  }
  const addVersion = async (name: string, by: string, { text, newest }: { text: string; newest: number }) => {
    const version = newest + 1
    const definition = checked(text, { version, name, taken: new Set() })
    const given = { name, text, definition, by, at: now(), version, keep: maxMonitorTypeVersions }
    if (!(await repository.addVersion(given))) {
      const after = await detailOf(deps, name, null)
      throw new AppError('EditedMeanwhile', {
        editor: after.updatedBy,
        at: after.updatedAt ?? 0,
        revision: after.version,
      })
    }
    return detailOf(deps, name, null)
  }
  return {
    /** @throws AppError MonitorTypeInvalid, MonitorTypesExceeded, NameExists */
    create: async (by: string, text: string): Promise<MonitorTypeDetail> => {
      const taken = new Set((await repository.all()).map(each => each.name))
      if (taken.size >= maxOwnMonitorTypes)
        throw new AppError('MonitorTypesExceeded', { limit: maxOwnMonitorTypes })
      const { name } = checked(text, { version: 1, name: null, taken })
      const version = (await repository.lastNumber(name)) + 1
      const definition = checked(text, { version, name: null, taken })
      const given = { name, text, definition, by, at: now(), version, limit: maxOwnMonitorTypes }
      if (!(await repository.insert(given))) throw new AppError('NameExists', { name })
      return detailOf(deps, name, null)
    },
    /** @throws AppError NotFound, MonitorTypeInvalid, EditedMeanwhile */
    update: async (by: string, { name, text, version }: { name: string; text: string; version: number }) => {
      await stored(name)
      return addVersion(name, by, { text, newest: version })
    },
    /** @throws AppError NotFound, MonitorTypeInvalid for a text that this version of the product refuses */
    restore: async (by: string, name: string, version: number) => {
      const { newest } = await stored(name)
      const old = await repository.version(name, version)
      if (old === undefined) throw notFound()
      return addVersion(name, by, { text: old.text, newest })
    },
    /** @throws AppError NotFound */
    setActive: async (name: string, isActive: boolean): Promise<MonitorTypeSummary> => {
      await stored(name)
      await repository.setActive(name, isActive)
      return summaryOf(deps, name)
    },
    /** @throws AppError NotFound, MonitorTypeUsed */
    delete: async (name: string): Promise<MonitorTypeSummary> => {
      const summary = await summaryOf(deps, (await stored(name)).name)
      if (summary.monitors > 0) throw new AppError('MonitorTypeUsed', { name, count: summary.monitors })
      try {
        await repository.delete(name)
      } catch (cause) {
        if (!isForeignKeyViolation(cause)) throw cause
        const { monitors } = await summaryOf(deps, name)
        throw new AppError('MonitorTypeUsed', { name, count: monitors }, { cause })
      }
      return summary
    },
  }
}

/** Times that monitors are read when they are edited while they are moved. */
const maxMoveRounds = 5

/** Monitors that get another version. */
function typeMoves({ repository, types, onMoved, now }: MonitorTypeServiceDeps) {
  const typeNamed = async (name: string, version: number): Promise<MonitorType> => {
    const ref = { type: name, type_version: version }
    const type = (await types.of([ref]))(ref)
    if (type === undefined) throw notFound()
    return type
  }
  return {
    /** @throws AppError NotFound */
    changes: async (name: string, version: number): Promise<MonitorTypeChanges> => {
      const type = await typeNamed(name, version)
      const monitors = await repository.ofOtherVersions(name, version)
      const used = new Set(monitors.flatMap(({ type_version: old }) => (old === null ? [] : [old])))
      const refs = [...used].map(old => ({ type: name, type_version: old }))
      const typeOf = await types.of(refs)
      return {
        ...differences(
          refs.flatMap(ref => typeOf(ref) ?? []),
          type,
        ),
        monitors: monitors.length,
      }
    },
    /** @throws AppError NotFound */
    updateMonitors: async (by: string, name: string, version: number) => {
      const type = await typeNamed(name, version)
      const moved: string[] = []
      for (let round = 1; ; round += 1) {
        const monitors = await repository.ofOtherVersions(name, version)
        const planned = monitors.map(monitor => ({ ...monitor, ...movedParams(type, monitor) }))
        const movable = planned.filter(({ missing }) => missing === undefined)
        const told = await repository.moveTo(
          version,
          movable.map(({ id, revision, params }) => ({ id, revision, params })),
          { sections: type.sections.map(({ key }) => key), by, at: now() },
        )
        onMoved(told)
        moved.push(...told)
        // Others were edited between reading and moving, and are read again.
        if (told.length < movable.length && round < maxMoveRounds) continue
        const kept = planned.flatMap(({ name: monitor, project, missing }) =>
          missing === undefined ? [] : [{ name: monitor, project, param: missing }],
        )
        return { updated: moved.length, kept }
      }
    },
  }
}

/** Parameters that the type has and does not keep secret; `missing`: one that it needs besides. */
function movedParams(type: MonitorType, { params, secrets_set: secrets }: UsingMonitor) {
  const known = new Set(type.params.filter(param => !param.isSecret).map(({ key }) => key))
  const kept = Object.fromEntries(Object.entries(params).filter(([key]) => known.has(key)))
  const missing = type.params.find(
    ({ key, required, default: usual, showIf }) =>
      required &&
      usual === undefined &&
      showIf === undefined &&
      kept[key] === undefined &&
      !secrets.includes(key),
  )
  return { params: kept, missing: missing?.key }
}

/** Between what monitors collect by the older types and by the newer one; each list ascending. */
export function differences(
  older: readonly MonitorType[],
  newer: MonitorType,
): Omit<MonitorTypeChanges, 'monitors'> {
  const before = older.map(countersOf)
  const after = countersOf(newer)
  const names = new Set(before.flatMap(each => [...each.keys()]))
  const isChanged = (name: string) =>
    before.some(each => each.has(name) && after.has(name) && each.get(name) !== after.get(name))
  return {
    added: [...after.keys()].filter(name => before.some(each => !each.has(name))).toSorted(),
    removed: [...names].filter(name => !after.has(name)).toSorted(),
    changed: [...names].filter(isChanged).toSorted(),
  }
}

/** By `section.counter` what its values mean. */
const countersOf = ({ sections }: MonitorType): Map<string, string> =>
  new Map(
    sections.flatMap(({ key, counters, computed }) => [
      ...counters.map(one => [`${key}.${one.key}`, `${one.kind} ${one.unit} ${one.scale ?? 1}`] as const),
      ...computed.map(one => [`${key}.${one.key}`, `computed ${one.unit}`] as const),
    ]),
  )
