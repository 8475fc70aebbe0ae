/** The keys of a shortcut, drawn as on a keyboard. */
import { Fragment } from 'react'
import { useT } from '../../lib/i18n.ts'
import { capsOf, type ShortcutName, shortcuts } from './shortcuts.ts'
import './shortcuts.css'

export function ShortcutKeys({ name }: { readonly name: ShortcutName }) {
  const t = useT()
  return shortcuts[name].keys.map((keys, index) => (
    <Fragment key={keys}>
      {index > 0 && ' / '}
      <span className="shortcut-keys">
        {capsOf(keys).map(cap => (
          <kbd className="key-cap" key={cap}>
            {cap === 'Space' ? t('shortcut.key.Space') : cap}
          </kbd>
        ))}
      </span>
    </Fragment>
  ))
}
