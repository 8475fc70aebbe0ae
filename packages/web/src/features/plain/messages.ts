/** Texts of the plain public pages, zh and en. */
export const plainMessages = {
  'notFound.title': { zh: '页面不存在', en: 'Page not found' },
  'notFound.text': {
    zh: '地址可能写错了，或页面已被移走。',
    en: 'The address may be wrong, or the page has been moved.',
  },
  'noFlame.title': { zh: '没有火焰图', en: 'No flame diagram' },
  'noFlame.text': {
    zh: '此链接没有对应的火焰图：可能已删除，或还没有上传剖析文件。请登录后在“火焰图”页面查看或上传。',
    en: 'There is no flame diagram behind this link: it was deleted, or no profile file was uploaded. Sign in to see the flame diagrams of your projects, or to upload a file.',
  },
} as const
