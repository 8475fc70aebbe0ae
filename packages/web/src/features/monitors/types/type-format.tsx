/** The format of a type file in short. */
import { useT } from '../../../lib/i18n.ts'

const parts = ['params', 'sections', 'kinds', 'answers', 'computed', 'charts'] as const

export function TypeFormat() {
  const t = useT()
  return (
    <div className="monitor-type-format">
      <p>{t('monitorType.format.intro')}</p>
      <ul>
        {parts.map(part => (
          <li key={part}>{t(`monitorType.format.${part}`)}</li>
        ))}
      </ul>
    </div>
  )
}
