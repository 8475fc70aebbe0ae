/** The dialog that uploads a parameter file or selects one of the project's, and detects its format. */
import { parameterFileCalls } from '@pone/contract/calls/component.ts'
import type { ParameterFile } from '@pone/contract/entities/component.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { FileDialog } from '../fields/file-dialog.tsx'
import { columnNames, likelyDelimiter } from './parameter-model.ts'
import {
  type FileReading,
  previewRows,
  useDeleteParameterFile,
  useParameterFiles,
} from './parameter-queries.ts'

interface FileChooserProps {
  readonly onChoose: (file: ParameterFile, reading: FileReading, columns: string[]) => void
  readonly onClose: () => void
}

const { extensions, maxBytes } = parameterFileCalls.upload.upload ?? { extensions: [], maxBytes: 0 }

export function FileChooser({ onChoose, onClose }: FileChooserProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const files = useParameterFiles()
  const deletion = useDeleteParameterFile()

  /** Reads the first rows once, so that the new parameter starts with matching columns. */
  const take = async (file: ParameterFile, reading: FileReading) => {
    const wanted = { projectId, id: file.id, ...reading, rows: previewRows }
    const { rows } = await api.parameterFile.preview(wanted)
    onChoose(file, reading, columnNames(rows, true))
  }
  const takeKnown = async (file: ParameterFile) => {
    const { rows } = await api.parameterFile.preview({
      projectId,
      id: file.id,
      delimiter: '|',
      encoding: 'utf-8',
      rows: 5,
    })
    const head = rows.map(row => row.join('|')).join('\n')
    await take(file, { delimiter: likelyDelimiter(head), quote: '"', encoding: 'utf-8' })
  }
  return (
    <FileDialog
      title={t('component.file.title')}
      extensions={extensions}
      maxBytes={maxBytes}
      files={{
        data: files.data,
        isPending: files.isPending,
        error: files.error,
        retry: () => void files.refetch(),
      }}
      factsOf={file => t('component.file.facts', { size: formatBytes(file.sizeBytes), count: file.lines })}
      onSend={async (file, options) => {
        const head = await file.slice(0, 65_536).arrayBuffer()
        const encoding = encodingOf(head)
        const delimiter = likelyDelimiter(new TextDecoder(encoding).decode(head))
        const stored = await api.parameterFile.upload({ projectId }, { file, ...options })
        void client.invalidateQueries({ queryKey: ['parameterFiles', projectId] })
        await take(stored, { delimiter, quote: '"', encoding })
      }}
      onTake={takeKnown}
      onDelete={file => deletion.mutateAsync(file.id)}
      onClose={onClose}
    />
  )
}

/** UTF-8 if the bytes are valid UTF-8 (apart from a truncated last character), else GBK. */
function encodingOf(head: ArrayBuffer): 'utf-8' | 'gbk' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'gbk'
  }
}
