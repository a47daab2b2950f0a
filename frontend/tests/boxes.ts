// Where cards lie, as boxes to compare: for the tests of layouts.
import type { View } from "@/lib/protocol";
import { type Box, type Laid, type LayoutZones, RATIO, type Viewport, fitting } from "@/stage/layout";

export function boxOf(laid: Laid, handle: number): Box {
  const { x, y, size, turn, form } = laid.places.get(handle)!;
  const high = form === "figure" ? size : size * RATIO;
  const [w, h] = turn === 90 ? [high, size] : [size, high];
  return { x: x - w / 2, y: y - h / 2, w, h };
}

export function handles(view: View, zone: string): number[] {
  return (view.zones.find((one) => one.id === zone)?.cards ?? []).map((one) => one.handle ?? 0);
}

export function apart(a: Box, b: Box): boolean {
  return a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;
}

/** The smallest phones, and what their bars, a prompt of two lines and buttons leave for the table. */
export const PHONES: [string, Viewport][] = [
  ["320x568", { width: 320, height: 370, unit: 1 }],
  ["375x553", { width: 375, height: 362, unit: 1 }],
  ["360x640", { width: 360, height: 437, unit: 1 }],
  ["568x320", { width: 568, height: 198, unit: 320 / 22 / 16 }],
  ["844x390", { width: 844, height: 225, unit: 1 }],
];

/** Return by how much a table is too high for a phone, and the least width of cards of some zones there. */
export function onPhone(view: View, phone: Viewport, layoutZones: LayoutZones, pressed: string[]): { over: number; least: number } {
  const { scale, laid } = fitting(view, phone, layoutZones);
  const widths = pressed.flatMap((id) => (view.zones.find((zone) => zone.id === id)?.cards ?? []).map((card) => boxOf(laid, card.handle!).w * scale));
  return { over: laid.zoneLayout.height * scale - phone.height, least: Math.min(...widths) };
}
