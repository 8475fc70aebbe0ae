import { expect, test } from 'vitest'
import { outline } from './test-outline.ts'

function outlineOf(html: string): string {
  document.body.innerHTML = html
  return outline()
}

test('roles, names, values and states are listed; hidden elements are not', () => {
  expect(
    outlineOf(`
      <h2>Runs <b>of</b> today</h2>
      <div><span>3</span> of <i>10</i><style>p {}</style></div>
      <p hidden>no</p><p style="display: none">no</p><i aria-hidden="true">no</i>
      <label>Name <input value="Shop" required></label>
      <input type="checkbox" aria-label="On" checked disabled>
      <button aria-expanded="true" title="More of it">More</button>
      <a href="/runs/1">Run 1</a>`),
  ).toMatchInlineSnapshot(`
    "heading "Runs of today"
    3 of 10
    Name
    textbox "Name" = "Shop" [required]
    checkbox "On" [disabled, checked]
    button "More" [expanded] title "More of it"
    link "Run 1" → /runs/1"
  `)
})

test('tables and lists are nested; a part with a single text is one line', () => {
  expect(
    outlineOf(`
      <table aria-label="Runs"><thead><tr><th aria-sort="ascending">Name</th></tr></thead>
      <tbody><tr><td>One</td><td><button>Stop</button></td></tr></tbody></table>
      <ul><li>a</li><li>b <a href="/c">c</a></li></ul>`),
  ).toMatchInlineSnapshot(`
    "table "Runs"
      row: columnheader "Name" [sort=ascending]
      row: One | button "Stop"
    list
      listitem: a
      listitem
        b
        link "c" → /c"
  `)
})
