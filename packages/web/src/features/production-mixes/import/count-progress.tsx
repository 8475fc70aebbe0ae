/** How far a log has been counted, and the button that cancels it. */
import { formatBytes } from '@pone/metrics/figures.ts'
import { Button, Progress } from 'antd'
import { useT } from '../../../lib/i18n.ts'

interface CountProgressProps {
  readonly name: string
  readonly readBytes: number
  readonly sizeBytes: number
  readonly onCancel: () => void
}

export function CountProgress({ name, readBytes, sizeBytes, onCancel }: CountProgressProps) {
  const t = useT()
  const texts = { name, read: formatBytes(readBytes), size: formatBytes(sizeBytes) }
  return (
    <div className="mix-reading">
      <p role="status">{t('mix.reading', texts)}</p>
      <Progress
        percent={sizeBytes === 0 ? 0 : Math.floor((readBytes / sizeBytes) * 100)}
        aria-label={t('mix.progress')}
      />
      <Button onClick={onCancel}>{t('mix.stop')}</Button>
    </div>
  )
}
