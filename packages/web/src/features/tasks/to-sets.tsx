/** The way from an empty task centre to the task sets. */
import { Button } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/links.ts'

export function ToSets() {
  const t = useT()
  return (
    <Link to={links.taskSets}>
      <Button type="primary">{t('task.centre.toSets')}</Button>
    </Link>
  )
}
