/** The button of a page that exports what it shows, with a menu of the kinds of files. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { showError } from '../../../lib/api-error.ts'

export interface ExportItem {
  readonly key: string
  readonly label: string
  /** Saves the file; what it rejects with is shown. */
  readonly take: () => Promise<void>
}

interface ExportMenuProps {
  readonly label: string
  readonly items: readonly ExportItem[]
  readonly isPrimary?: boolean
}

export function ExportMenu({ label, items, isPrimary = false }: ExportMenuProps) {
  const [isExporting, setExporting] = useState(false)
  const start = (take: ExportItem['take']) => {
    setExporting(true)
    take()
      .catch(showError)
      .finally(() => setExporting(false))
  }
  return (
    <Dropdown
      menu={{
        items: items.map(({ key, label: text, take }) => ({ key, label: text, onClick: () => start(take) })),
      }}
    >
      <Button {...(isPrimary && { type: 'primary' })} icon={<DownloadOutlined />} loading={isExporting}>
        {label}
      </Button>
    </Dropdown>
  )
}
