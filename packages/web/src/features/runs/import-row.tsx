/** What the table of records says of an import that is under way or has failed. */

import { ClockCircleOutlined } from '@ant-design/icons'
import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import { Tooltip } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useImportText } from './import-status.tsx'

/** The import of a record that has no figures yet, or none at all; null for every other record. */
export const unfinishedImport = (run: Run): ResultImport | null =>
  run.importing === null || run.importing.stage === 'done' ? null : run.importing

export function ImportTag({ importing }: { readonly importing: ResultImport }) {
  const t = useT()
  const textOf = useImportText()
  const { stage, percent, failure } = importing
  return (
    <Tooltip title={failure?.message ?? textOf(importing)}>
      <span>
        {stage === 'failed' ? (
          <StatusTag tone="failed">{t('runCause.importFailed')}</StatusTag>
        ) : stage === 'waiting' ? (
          <StatusTag tone="off" icon={<ClockCircleOutlined />}>
            {t('run.import.waiting')}
          </StatusTag>
        ) : (
          <StatusTag tone="running">{t('run.import.percent', { percent })}</StatusTag>
        )}
      </span>
    </Tooltip>
  )
}
