/** All keyboard shortcuts by area, in a dialog. */
import { Modal } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { type ShortcutArea, shortcutAreas, shortcutNames, shortcuts } from './shortcuts.ts'
import './shortcuts.css'

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Modal open title={t('shortcut.title')} footer={null} width={860} onCancel={onClose}>
      <p className="secondary">{t('shortcut.note')}</p>
      <div className="shortcut-areas">
        {shortcutAreas.map(area => (
          <Area key={area} area={area} />
        ))}
      </div>
    </Modal>
  )
}

function Area({ area }: { readonly area: ShortcutArea }) {
  const t = useT()
  return (
    <section className="shortcut-area" aria-label={t(`shortcut.area.${area}`)}>
      <h3>{t(`shortcut.area.${area}`)}</h3>
      <dl>
        {shortcutNames
          .filter(name => shortcuts[name].area === area)
          .map(name => (
            <div key={name}>
              <dt>{t(`shortcut.${name}`)}</dt>
              <dd>
                <ShortcutKeys name={name} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
