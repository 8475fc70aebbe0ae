/** Exports the whole comparison as CSV. */
import { DownloadOutlined } from '@ant-design/icons'
import type { ComparedPart } from '@pone/contract/entities/comparison.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'

export function ExportCsv({ parts }: { readonly parts: readonly ComparedPart[] }) {
  const t = useT()
  const language = useSession('language')
  const projectId = useSession('projectId')
  const [isExporting, setExporting] = useState(false)
  const take = () => {
    setExporting(true)
    download.comparison
      .exportCsv({ projectId, parts: [...parts], language })
      .catch(showError)
      .finally(() => setExporting(false))
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isExporting} onClick={take}>
      {t('comparison.csv')}
    </Button>
  )
}
