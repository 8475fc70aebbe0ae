/** Saves a diagram as a picture, as text for other tools, or as a page that needs no server. */
import { formatPercent } from '@pone/metrics/figures.ts'
import { writeCollapsed } from '@pone/profiles/model/collapsed-text.ts'
import type { FlameTree } from '@pone/profiles/views/layout.ts'
import { exportFileName } from '@pone/schema/file-name.ts'
import { Button, Dropdown } from 'antd'
import { saveFile } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { type FlameLook, flameSvg } from './flame-drawing.ts'
import { type FlamePageTexts, flamePage } from './flame-page.ts'

/** Canvases of browsers are limited; larger pictures are scaled down. */
const maxPicturePx = 16_000

export function FlameExport(props: {
  readonly tree: FlameTree
  readonly look: FlameLook
  readonly root: number
  readonly titleOf: (node: number) => string
  readonly name: string
  readonly collapsed?: (() => string) | undefined
}) {
  const { tree, look, root, titleOf, name, collapsed = () => writeCollapsed(tree) } = props
  const t = useT()
  const save = (ending: string, type: string, content: BlobPart) =>
    saveFile(new Blob([content], { type }), exportFileName([name], ending))
  const svg = () => flameSvg(tree, look, { root, titleOf })
  const take: Record<string, () => void> = {
    svg: () => save('svg', 'image/svg+xml', svg()),
    png: () => void pictureOf(svg()).then(picture => save('png', 'image/png', picture), showError),
    collapsed: () => save('collapsed', 'text/plain', collapsed()),
    html: () =>
      save('html', 'text/html', flamePage({ tree, look, root, titleOf, name, texts: pageTexts(t) })),
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        onClick: ({ key }) => take[key]?.(),
        items: [
          { key: 'svg', label: t('flame.exportSvg') },
          { key: 'png', label: t('flame.exportPng') },
          { key: 'collapsed', label: t('flame.exportCollapsed') },
          { key: 'html', label: t('flame.exportHtml') },
        ],
      }}
    >
      <Button>{t('flame.export')}</Button>
    </Dropdown>
  )
}

const pageTexts = (t: ReturnType<typeof useT>): FlamePageTexts => ({
  path: t('flame.path'),
  reset: t('flame.reset'),
  help: leastPercent => t('flame.pageHelp', { share: formatPercent(leastPercent) }),
})

async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = address
    await image.decode()
    const scale = Math.min(2, maxPicturePx / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error('the browser made no picture')
    return blob
  } finally {
    URL.revokeObjectURL(address)
  }
}
