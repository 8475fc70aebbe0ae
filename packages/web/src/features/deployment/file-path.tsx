/** The path of a file on its machine, with a copy button. */
import { CopyOutlined } from '@ant-design/icons'
import { copyText } from '../../lib/copy.ts'
import { useT } from '../../lib/i18n.ts'
import './deployment.css'

export function FilePath({ path }: { readonly path: string }) {
  const t = useT()
  return (
    <div className="config-path">
      <span className="code" title={path}>
        {path}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={t('file.copyPath')}
        title={t('file.copyPath')}
        onClick={() => void copyText(path)}
      >
        <CopyOutlined />
      </button>
    </div>
  )
}
