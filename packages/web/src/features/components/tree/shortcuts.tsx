/** The keyboard shortcuts of the editor, shown while a component has no steps yet. */
import { useT } from '../../../lib/i18n.ts'
import { ShortcutKeys } from '../../../ui/shortcuts/shortcut-keys.tsx'
import type { ShortcutName } from '../../../ui/shortcuts/shortcuts.ts'

const shown: readonly ShortcutName[] = [
  'run',
  'save',
  'undo',
  'redo',
  'addRow',
  'copyRows',
  'pasteRows',
  'duplicateRows',
  'moveRowsUp',
  'moveRowsDown',
  'indentRows',
  'outdentRows',
  'wrapRows',
  'renameRow',
  'removeRows',
  'complete',
  'shortcuts',
]

export function Shortcuts() {
  const t = useT()
  return (
    <section className="cd-shortcuts" aria-label={t('shortcut.title')}>
      <h3>{t('shortcut.title')}</h3>
      <dl>
        {shown.map(name => (
          <div key={name}>
            <dt>
              <ShortcutKeys name={name} />
            </dt>
            <dd>{t(`shortcut.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
