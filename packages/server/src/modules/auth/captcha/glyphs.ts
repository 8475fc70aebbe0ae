/** The characters of verification codes as strokes: polylines in a box of 1 × 1, y downwards; own drawings, no font. Only characters that are not mistaken for each other. */

export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/** Points of a part of an ellipse, angles in turns clockwise from the right. */
function arc(centre: Point, radius: Point, from: number, to: number): Point[] {
  const steps = 10
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (from + ((to - from) * step) / steps) * 2 * Math.PI
    return [centre[0] + radius[0] * Math.cos(angle), centre[1] + radius[1] * Math.sin(angle)] as const
  })
}

export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  '3': [[...arc([0.45, 0.27], [0.32, 0.25], -0.42, 0.25)], [...arc([0.45, 0.74], [0.36, 0.24], -0.25, 0.42)]],
  '4': [
    [
      [0.7, 1],
      [0.7, 0],
      [0.1, 0.68],
      [0.95, 0.68],
    ],
  ],
  '7': [
    [
      [0.1, 0.05],
      [0.9, 0.05],
      [0.38, 1],
    ],
  ],
  A: [
    [
      [0.05, 1],
      [0.5, 0],
      [0.95, 1],
    ],
    [
      [0.22, 0.65],
      [0.78, 0.65],
    ],
  ],
  E: [
    [
      [0.88, 0.02],
      [0.15, 0.02],
      [0.15, 0.98],
      [0.9, 0.98],
    ],
    [
      [0.15, 0.48],
      [0.75, 0.48],
    ],
  ],
  F: [
    [
      [0.88, 0.02],
      [0.15, 0.02],
      [0.15, 1],
    ],
    [
      [0.15, 0.48],
      [0.75, 0.48],
    ],
  ],
  K: [
    [
      [0.12, 0],
      [0.12, 1],
    ],
    [
      [0.88, 0],
      [0.12, 0.58],
    ],
    [
      [0.4, 0.38],
      [0.92, 1],
    ],
  ],
  L: [
    [
      [0.18, 0],
      [0.18, 0.97],
      [0.9, 0.97],
    ],
  ],
  M: [
    [
      [0.05, 1],
      [0.1, 0],
      [0.5, 0.7],
      [0.9, 0],
      [0.95, 1],
    ],
  ],
  R: [
    [[0.12, 1], [0.12, 0.02], [0.45, 0.02], ...arc([0.45, 0.28], [0.4, 0.26], -0.25, 0.25), [0.12, 0.54]],
    [
      [0.45, 0.54],
      [0.92, 1],
    ],
  ],
  T: [
    [
      [0.02, 0.03],
      [0.98, 0.03],
    ],
    [
      [0.5, 0.03],
      [0.5, 1],
    ],
  ],
  U: [[[0.12, 0], [0.12, 0.6], ...arc([0.5, 0.62], [0.38, 0.36], 0.5, 0), [0.88, 0]]],
  X: [
    [
      [0.08, 0],
      [0.92, 1],
    ],
    [
      [0.92, 0],
      [0.08, 1],
    ],
  ],
  Y: [
    [
      [0.04, 0],
      [0.5, 0.5],
      [0.96, 0],
    ],
    [
      [0.5, 0.5],
      [0.5, 1],
    ],
  ],
}

export const captchaCharacters = Object.keys(glyphs)
