/** What people write on reports. Two who write at once lose nothing: who comes second is told, and keeps the text. */
import { randomUUID } from 'node:crypto'
import { maxReportNotes, type ReportNote } from '@pone/contract/entities/report.ts'
import { AppError } from '@pone/contract/errors.ts'
import { storableText } from '@pone/results/batches/storable.ts'
import { runName } from '../run/run-name.ts'
import type { ReportRepository } from './report.repository.ts'
import type { NoteChange, NoteOwner, ReportNoteRepository } from './report-note.repository.ts'

export type ReportNoteService = ReturnType<typeof createReportNoteService>

/** Who writes, and in which project. */
interface Writer {
  readonly projectId: string
  readonly by: string
}

export function createReportNoteService(deps: {
  readonly notes: ReportNoteRepository
  readonly reports: Pick<ReportRepository, 'exists'>
  readonly now: () => number
}) {
  const { notes, reports, now } = deps

  const noteOf = async (projectId: string, id: string): Promise<ReportNote> => {
    const found = await notes.find(projectId, id)
    if (found === null) throw new AppError('NotFound', { what: 'reportNote' })
    return found
  }
  const assertReport = async (projectId: string, id: string): Promise<void> => {
    if (!(await reports.exists(projectId, id))) throw new AppError('NotFound', { what: 'report' })
  }

  return {
    /** As operation records name the run of the report, or of the note's report. @throws AppError NotFound */
    async runName(projectId: string, of: NoteOwner): Promise<string> {
      const run = await notes.runOf(projectId, of)
      if (run === null) throw new AppError('NotFound', { what: 'reportId' in of ? 'report' : 'reportNote' })
      return runName(run)
    },

    /** The conclusion first, then notes from the oldest on. @throws AppError NotFound */
    async list(projectId: string, reportId: string): Promise<ReportNote[]> {
      await assertReport(projectId, reportId)
      return notes.list(reportId)
    },

    /** @throws AppError NotFound, EditedMeanwhile, TooManyReportNotes */
    async add(
      { projectId, by }: Writer,
      { reportId, kind, text }: { reportId: string } & Pick<ReportNote, 'kind' | 'text'>,
    ): Promise<ReportNote> {
      await assertReport(projectId, reportId)
      const at = now()
      const note: ReportNote = {
        id: randomUUID(),
        kind,
        text: storableText(text),
        version: 1,
        createdAt: at,
        createdBy: by,
        updatedAt: at,
        updatedBy: by,
      }
      if (await notes.insert(reportId, note, maxReportNotes)) return note
      const conclusion = (await notes.list(reportId)).find(each => each.kind === 'conclusion')
      if (kind === 'conclusion' && conclusion !== undefined) throw editedMeanwhile(conclusion)
      throw new AppError('TooManyReportNotes', { limit: maxReportNotes })
    },

    /** @throws AppError NotFound, EditedMeanwhile */
    async edit(
      { projectId, by }: Writer,
      change: NoteChange & { readonly text: string },
    ): Promise<{ before: ReportNote; after: ReportNote }> {
      const before = await noteOf(projectId, change.id)
      const isStored = await notes.update({ ...change, text: storableText(change.text), at: now(), by })
      const after = await noteOf(projectId, change.id)
      if (!isStored) throw editedMeanwhile(after)
      return { before, after }
    },

    /** @throws AppError NotFound, EditedMeanwhile */
    async delete(projectId: string, change: NoteChange): Promise<ReportNote> {
      const before = await noteOf(projectId, change.id)
      if (!(await notes.delete(change))) throw editedMeanwhile(await noteOf(projectId, change.id))
      return before
    },
  }
}

const editedMeanwhile = ({ updatedBy, updatedAt, version }: ReportNote): AppError =>
  new AppError('EditedMeanwhile', { editor: updatedBy, at: updatedAt, revision: version })
