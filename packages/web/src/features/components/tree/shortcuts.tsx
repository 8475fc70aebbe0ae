/** The keyboard shortcuts of the editor, shown while a component has no steps yet. */
import { useT } from '../../../lib/i18n.ts'

const keys = [
  ['Ctrl+Enter', 'run'],
  ['Ctrl+S', 'save'],
  ['Ctrl+Z / Ctrl+Y', 'undo'],
  ['Ctrl+C / Ctrl+X / Ctrl+V', 'copy'],
  ['Ctrl+D', 'duplicate'],
  ['+', 'add'],
  ['Alt+↑ / Alt+↓', 'move'],
  ['Alt+← / Alt+→', 'indent'],
  ['Ctrl+G', 'wrap'],
  ['F2', 'rename'],
  ['Del', 'delete'],
  ['${', 'complete'],
] as const

export function Shortcuts() {
  const t = useT()
  return (
    <section className="cd-shortcuts" aria-label={t('component.keys.title')}>
      <h3>{t('component.keys.title')}</h3>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`component.keys.${meaning}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
