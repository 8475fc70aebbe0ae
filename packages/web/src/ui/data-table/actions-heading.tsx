/** The heading of a column that holds the actions of its rows: for screen readers only. */
import { useT } from '../../lib/i18n.ts'

export function ActionsHeading() {
  const t = useT()
  return <span className="visually-hidden">{t('table.actions')}</span>
}
