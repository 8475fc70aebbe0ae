/** Fields of the map for the picture behind its nodes: upload, place, width, opacity, removal. */
import { UploadOutlined } from '@ant-design/icons'
import type { LinkBackground } from '@pone/contract/entities/monitor-link.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, InputNumber, Slider, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { errorMessage, isAborted } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import type { HistoryAction } from '../../../../ui/editor/history.ts'
import { pictureQuery } from '../link-queries.ts'
import { changeBackground, pictureSides, sized, withoutPicture, withPicture } from './background.ts'
import type { Drawing } from './topology.ts'

interface BackgroundProps {
  readonly background: LinkBackground | undefined
  readonly isReadOnly: boolean
  readonly dispatch: (action: HistoryAction<Drawing>) => void
}

export function BackgroundFields({ background, isReadOnly, dispatch }: BackgroundProps) {
  const t = useT()
  const sending = useSending(dispatch)
  if (isReadOnly && background === undefined) return null
  return (
    <section className="link-background-fields" aria-label={t('monitorLink.background')}>
      <h3>{t('monitorLink.background')}</h3>
      {!isReadOnly && (
        <div className="link-background-actions">
          <Upload
            accept=".png,.jpg,.jpeg,.webp"
            maxCount={1}
            showUploadList={false}
            disabled={sending.isBusy}
            beforeUpload={file => {
              void sending.send(file)
              return false
            }}
          >
            <Button icon={<UploadOutlined />} loading={sending.isBusy}>
              {t(background === undefined ? 'monitorLink.addPicture' : 'monitorLink.changePicture')}
            </Button>
          </Upload>
          {background !== undefined && (
            <Button onClick={() => dispatch({ kind: 'change', next: withoutPicture })}>
              {t('monitorLink.removePicture')}
            </Button>
          )}
        </div>
      )}
      {sending.fault !== null && <Alert type="error" showIcon title={sending.fault} />}
      {background === undefined ? (
        <p className="secondary">{t('monitorLink.pictureHelp')}</p>
      ) : (
        <PlaceFields background={background} dispatch={dispatch} />
      )}
    </section>
  )
}

/** One upload at a time; it ends with the panel. */
function useSending(dispatch: BackgroundProps['dispatch']) {
  const projectId = useProjectId()
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const send = async (file: File): Promise<void> => {
    setFault(null)
    setBusy(true)
    const own = new AbortController()
    abort.current = own
    try {
      const picture = await api.monitorLink.uploadPicture({ projectId }, { file, signal: own.signal })
      dispatch({ kind: 'change', next: of => withPicture(of, picture) })
    } catch (error) {
      if (!isAborted(error)) setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { send, fault, isBusy }
}

function PlaceFields(props: {
  readonly background: LinkBackground
  readonly dispatch: BackgroundProps['dispatch']
}) {
  const { background, dispatch } = props
  const t = useT()
  const { error, refetch } = useQuery(pictureQuery(useProjectId(), background.pictureId))
  const change = (changed: Partial<LinkBackground>, field: string) =>
    dispatch({ kind: 'change', next: of => changeBackground(of, changed), field: `background ${field}` })
  const numbers = [
    ['x', 'monitorLink.pictureX', 'monitorLink.picturePlaceHelp', -200_000, 200_000],
    ['y', 'monitorLink.pictureY', 'monitorLink.picturePlaceHelp', -200_000, 200_000],
    ['width', 'monitorLink.pictureWidth', 'monitorLink.pictureWidthHelp', pictureSides.min, pictureSides.max],
  ] as const
  return (
    <>
      {error && (
        <Alert
          type="error"
          showIcon
          title={errorMessage(error)}
          action={<Button onClick={() => void refetch()}>{t('action.retry')}</Button>}
        />
      )}
      <Form.Item label={t('monitorLink.pictureOpacity')} extra={t('monitorLink.pictureOpacityHelp')}>
        <Slider
          min={5}
          max={100}
          step={5}
          value={Math.round(background.opacity01 * 100)}
          ariaLabelForHandle={t('monitorLink.pictureOpacity')}
          tooltip={{ formatter: value => `${value} %` }}
          onChange={value => change({ opacity01: value / 100 }, 'opacity')}
        />
      </Form.Item>
      <div className="link-background-place">
        {numbers.map(([key, label, help, min, max]) => (
          <Form.Item key={key} label={t(label)} extra={t(help)} htmlFor={`link-picture-${key}`}>
            <InputNumber
              id={`link-picture-${key}`}
              min={min}
              max={max}
              precision={0}
              value={Math.round(background[key])}
              onChange={value => {
                if (value === null) return
                change(key === 'width' ? sized(background, value) : { [key]: value }, key)
              }}
            />
          </Form.Item>
        ))}
      </div>
    </>
  )
}
