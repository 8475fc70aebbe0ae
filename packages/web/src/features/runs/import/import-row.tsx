/** State of an active or failed import in the table of records. */

import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import { Tooltip } from 'antd'
import { ImportStateTag } from '../../../ui/run/run-state.tsx'
import { useImportText } from './import-status.tsx'

export function ImportTag({ importing }: { readonly importing: ResultImport }) {
  const textOf = useImportText()
  return (
    <Tooltip title={importing.failure?.message ?? textOf(importing)}>
      <span>
        <ImportStateTag importing={importing} />
      </span>
    </Tooltip>
  )
}
