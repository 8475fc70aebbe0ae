/** The columns of the list of files. */
import { DeleteOutlined, DownloadOutlined, WarningFilled } from '@ant-design/icons'
import type { JmeterFile } from '@pone/contract/entities/jmeter-component.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { Button, type TableColumnsType } from 'antd'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import type { FileUse } from '../plan/file-use.ts'
import type { FileRow } from './file-rows.ts'

interface FileActions {
  /** Shows an element in the tree. */
  readonly onReveal: (key: string) => void
  readonly onDownload: (file: JmeterFile) => void
  /** null without the right to delete. */
  readonly onDelete: ((row: FileRow, file: JmeterFile) => void) | null
}

export const fileColumns = (
  t: Translate,
  { onReveal, onDownload, onDelete }: FileActions,
): TableColumnsType<FileRow> => [
  {
    title: t('jmeterPlan.file.name'),
    dataIndex: 'name',
    render: (name: string, row) =>
      row.file === null ? (
        <span className="jm-file-missing">
          <WarningFilled aria-hidden /> {name} <small>{t('jmeterPlan.file.missing')}</small>
        </span>
      ) : (
        name
      ),
  },
  {
    title: t('jmeterPlan.file.size'),
    key: 'size',
    align: 'right',
    render: (_, row) => (row.file === null ? '' : formatBytes(row.file.sizeBytes)),
  },
  {
    title: t('jmeterPlan.file.usedBy'),
    key: 'uses',
    render: (_, row) => <Uses uses={row.uses} onReveal={onReveal} />,
  },
  {
    title: t('jmeterPlan.file.uploaded'),
    key: 'uploaded',
    render: (_, row) =>
      row.file && (
        <>
          {row.file.uploadedBy} · <TimeText at={row.file.uploadedAt} />
        </>
      ),
  },
  {
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      row.file && (
        <span className="cd-row-actions">
          <Button
            type="text"
            icon={<DownloadOutlined />}
            aria-label={t('jmeterPlan.file.downloadNamed', { name: row.name })}
            title={t('jmeterPlan.file.download')}
            onClick={() => row.file && onDownload(row.file)}
          />
          {onDelete !== null && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('catalogue.deleteNamed', { name: row.name })}
              title={t('action.delete')}
              onClick={() => row.file && onDelete(row, row.file)}
            />
          )}
        </span>
      ),
  },
]

/** Number of elements listed in a row; the others are only counted. */
const shownUses = 3

function Uses({
  uses,
  onReveal,
}: {
  readonly uses: readonly FileUse[]
  readonly onReveal: (key: string) => void
}) {
  const t = useT()
  if (uses.length === 0) return <span className="cd-help">{t('jmeterPlan.file.unused')}</span>
  return (
    <span className="jm-uses">
      {uses.slice(0, shownUses).map((use, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- an element may refer to a file twice
          key={`${use.key} ${index}`}
          type="button"
          className="cd-link"
          title={use.path}
          onClick={() => onReveal(use.key)}
        >
          {use.testname}
        </button>
      ))}
      {uses.length > shownUses && <span className="cd-help">+{uses.length - shownUses}</span>}
    </span>
  )
}
