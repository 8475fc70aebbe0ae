/** Export and import of monitors. A trial checks each row as the import does, and stores nothing. */
import { readFile } from 'node:fs/promises'
import type { OutputOf } from '@pone/contract/call.ts'
import type { monitorFileCalls } from '@pone/contract/calls/monitor-files.ts'
import type { MonitorFields } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { exportFileName } from '@pone/schema/file-name.ts'
import writeExcelFile from 'write-excel-file/node'
import { fieldErrors } from '../../calls/field-messages.ts'
import type { FileAnswer, UploadedFile } from '../../calls/handler.ts'
import { readSheetRows } from '../user/sheet-reader.ts'
import type { MonitorRepository } from './monitor.repository.ts'
import { describeMonitor, type MonitorService, type MonitorServiceDeps } from './monitor.service.ts'
import type { MonitorAgentRow } from './monitor-agents.repository.ts'
import {
  cellsOf,
  csvCells,
  csvOf,
  fileRow,
  jsonOf,
  type ReadRow,
  readCells,
  readJson,
} from './monitor-file.ts'
import type { createMonitorGroupService } from './monitor-group.service.ts'

type Format = 'json' | 'csv' | 'xlsx'
type ImportResult = OutputOf<typeof monitorFileCalls.import>

const contentTypes: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface MonitorFileDeps {
  readonly repository: MonitorRepository
  readonly monitors: MonitorService
  readonly groups: ReturnType<typeof createMonitorGroupService>
  readonly agentsOf: (projectId: string) => Promise<MonitorAgentRow[]>
  readonly link: MonitorServiceDeps['link']
}

export interface ImportOrder {
  readonly projectId: string
  readonly by: string
  readonly upload: UploadedFile
  readonly isTrial: boolean
  readonly language: Language
  /** An error in the language of the caller. */
  readonly textOf: (error: AppError) => string
}

export function createMonitorFiles(deps: MonitorFileDeps) {
  return {
    /** `ids` empty: all of the project. */
    export: (
      project: { readonly id: string; readonly name: string },
      ids: readonly string[],
      format: Format,
    ): Promise<FileAnswer> => exported(deps, project, { ids, format }),
    /** @throws AppError FileContentRefused */
    import: (order: ImportOrder): Promise<ImportResult> => imported(deps, order),
  }
}

async function exported(
  { repository, groups, agentsOf, link }: MonitorFileDeps,
  project: { readonly id: string; readonly name: string },
  { ids, format }: { readonly ids: readonly string[]; readonly format: Format },
): Promise<FileAnswer> {
  const [rows, groupRows, agents] = await Promise.all([
    ids.length === 0 ? repository.all(project.id) : repository.findAll(project.id, ids),
    groups.list(project.id),
    agentsOf(project.id),
  ])
  const groupNames = new Map(groupRows.map(group => [group.id, group.name]))
  const agentNames = new Map(agents.map(agent => [agent.id, agent.name]))
  const content = rows.map(row =>
    fileRow(describeMonitor({ link }, row), {
      group: groupNames.get(row.group_id ?? '') ?? '',
      agent: agentNames.get(row.agent_id ?? '') ?? '',
    }),
  )
  const body = {
    json: () => jsonOf(content),
    csv: () => csvOf(content),
    xlsx: () =>
      writeExcelFile(cellsOf(content).map(cells => cells.map(value => ({ value, type: String })))).toBuffer(),
  }[format]
  return {
    name: exportFileName([project.name, 'monitors'], format),
    contentType: contentTypes[format],
    body: await body(),
  }
}

async function rowsOf({ name, path }: UploadedFile): Promise<ReadRow[]> {
  const lower = name.toLowerCase()
  if (lower.endsWith('.xlsx')) return readCells(await readSheetRows(path))
  const text = await readFile(path, 'utf8')
  return lower.endsWith('.csv') ? readCells(csvCells(text)) : readJson(text)
}

async function imported(deps: MonitorFileDeps, order: ImportOrder): Promise<ImportResult> {
  const { repository, groups, agentsOf } = deps
  const { projectId } = order
  const read = await rowsOf(order.upload)
  const [names, groupRows, agents] = await Promise.all([
    repository.names(projectId),
    groups.list(projectId),
    agentsOf(projectId),
  ])
  const known: Known = {
    taken: new Set(names),
    groups: new Map(groupRows.map(group => [group.name, group.id])),
    agents: new Map(agents.map(agent => [agent.name, agent.id])),
  }
  const rows: ImportResult['rows'] = []
  for (const [index, row] of read.entries()) {
    const problems = await importRow(deps, order, { row, known })
    const isCreated = problems.length === 0
    rows.push({
      row: index + 1,
      name: row.name,
      type: row.type,
      isCreated: isCreated && !order.isTrial,
      problems,
    })
    if (isCreated) known.taken.add(row.name)
  }
  const refused = rows.filter(row => row.problems.length > 0).length
  return { created: order.isTrial ? 0 : rows.length - refused, refused, rows }
}

interface Known {
  /** Names of monitors of the project and of the rows before. */
  readonly taken: Set<string>
  readonly groups: Map<string, string>
  readonly agents: ReadonlyMap<string, string>
}

type Problems = ImportResult['rows'][number]['problems']

/** Why a row is refused; empty when it was or would be created. */
async function importRow(
  { monitors, groups }: MonitorFileDeps,
  { projectId, by, isTrial, language, textOf }: ImportOrder,
  { row, known }: { readonly row: ReadRow; readonly known: Known },
): Promise<Problems> {
  if (row.fields === null)
    return fieldErrors(row.issues, language).map(({ path, message }) => ({
      field: path.join('.'),
      text: message,
    }))
  const refusal = (field: string, error: AppError): Problems => [{ field, text: textOf(error) }]
  if (known.taken.has(row.name)) return refusal('name', new AppError('NameExists', { name: row.name }))
  const agentId = row.agent === '' ? null : known.agents.get(row.agent)
  if (agentId === undefined) return refusal('agent', new AppError('NotFound', { what: 'agent' }))
  const fields: MonitorFields = { ...row.fields, agentId }
  try {
    await monitors.check(fields)
    if (isTrial) return []
    await monitors.create(projectId, by, { ...fields, groupId: await groupId(groups, projectId, row, known) })
    return []
  } catch (cause) {
    if (cause instanceof AppError) return refusal('', cause)
    throw cause
  }
}

/** Made where it is missing. */
async function groupId(
  groups: MonitorFileDeps['groups'],
  projectId: string,
  { group }: ReadRow,
  known: Known,
): Promise<string | null> {
  if (group === '') return null
  const id = known.groups.get(group) ?? (await groups.create(projectId, group)).id
  known.groups.set(group, id)
  return id
}
