"""Plain SVG: panels with axes, lines and bands. No more than bench/paper.py needs."""
import math
from xml.sax.saxutils import escape

colours = {"regular": "#4c566a", "untuned": "#d08770", "MAP-tuned": "#5e81ac", "default": "#2e8b57", "independence": "#b48ead", "elliptical": "#b58900"}
width, height, left, right, top, bottom = 430, 300, 70, 14, 34, 44


def short(value):
    """An axis label."""
    if value == 0:
        return "0"
    power = math.floor(math.log10(abs(value)) + 1e-9)
    if -3 < power < 4:
        return f"{value:g}"
    digits = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(d)] if d.isdigit() else "⁻" for d in str(power))
    share = value / 10**power
    return f"10{digits}" if abs(share - 1) < 1e-9 else f"{share:.3g}·10{digits}"


class Axis:
    def __init__(self, low, high, logarithmic, start, end):
        self.logarithmic, self.start, self.end = logarithmic, start, end
        if logarithmic:
            self.low, self.high = math.log10(low), math.log10(high)
        else:
            self.low, self.high = low, high
        if self.high - self.low < 1e-9 * max(1, abs(self.high)):
            self.low, self.high = self.low - 0.5, self.high + 0.5

    def place(self, value):
        at = math.log10(value) if self.logarithmic else value
        share = min(max((at - self.low) / (self.high - self.low), -0.02), 1.02)
        return self.start + (self.end - self.start) * share

    def ticks(self):
        if self.logarithmic:
            step = max(1, math.ceil((self.high - self.low) / 7))
            return [10.0**p for p in range(math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9) + 1, step)]
        raw = (self.high - self.low) / 5
        unit = 10 ** math.floor(math.log10(raw))
        step = next(unit * m for m in (1, 2, 5, 10) if unit * m >= raw)
        return [step * i for i in range(math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9) + 1)]


def dash(name):
    return ' stroke-dasharray="6 3"' if "D = 11" in name else ' stroke-dasharray="2 2"' if "D = 101" in name else ""


def panel(title, across, up, lines, log_x=True, log_y=True, within=None):
    """lines: (name, x, y, spread or None). Values that a logarithm has no place for are left out. within: limits of y."""
    def usable(x, y):
        return math.isfinite(x) and math.isfinite(y) and (x > 0 or not log_x) and (y > 0 or not log_y)

    points = [(x, y) for _, xs, ys, _ in lines for x, y in zip(xs, ys) if usable(x, y)]
    if not points:
        return f'<text x="{left}" y="{top}" class="title">{escape(title)}: nothing to show</text>'
    low, high = within or (min(y for _, y in points), max(y for _, y in points))
    if log_y:
        low, high = low / 1.3, high * 1.3
    else:
        low, high = low - 0.04 * (high - low), high + 0.04 * (high - low)
    x_axis = Axis(min(x for x, _ in points), max(x for x, _ in points), log_x, left, width - right)
    y_axis = Axis(low, high, log_y, height - bottom, top)
    out = [f'<text x="{left}" y="20" class="title">{escape(title)}</text>']
    for tick in x_axis.ticks():
        at = x_axis.place(tick)
        out.append(f'<line x1="{at:.1f}" y1="{top}" x2="{at:.1f}" y2="{height - bottom}" class="grid"/>'
                   f'<text x="{at:.1f}" y="{height - bottom + 15}" class="middle">{short(tick)}</text>')
    for tick in y_axis.ticks():
        at = y_axis.place(tick)
        out.append(f'<line x1="{left}" y1="{at:.1f}" x2="{width - right}" y2="{at:.1f}" class="grid"/>'
                   f'<text x="{left - 5}" y="{at + 3.5:.1f}" class="end">{short(tick)}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 10}" class="middle">{escape(across)}</text>')
    out.append(f'<text transform="translate(13 {(top + height - bottom) / 2}) rotate(-90)" class="middle">{escape(up)}</text>')
    for name, xs, ys, spreads in lines:
        style = name.split(",")[0]
        colour = colours[style]
        keep = [i for i in range(len(xs)) if usable(xs[i], ys[i])]
        if spreads is not None and keep:
            floor = 10**y_axis.low if log_y else y_axis.low
            above = [(x_axis.place(xs[i]), y_axis.place(ys[i] + spreads[i])) for i in keep]
            below = [(x_axis.place(xs[i]), y_axis.place(max(ys[i] - spreads[i], floor))) for i in reversed(keep)]
            out.append(f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in above + below)}" fill="{colour}" fill-opacity="0.25"/>')
        path = [(x_axis.place(xs[i]), y_axis.place(ys[i])) for i in keep]
        out.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in path)}" fill="none" stroke="{colour}" stroke-width="1.6"{dash(name)}/>')
        if len(path) < 15:
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{colour}"/>' for x, y in path]
    out.append(f'<rect x="{left}" y="{top}" width="{width - left - right}" height="{height - top - bottom}" fill="none" stroke="#888"/>')
    return "\n".join(out)


def figure(title, panels, names, caption, columns=2):
    """A whole SVG file; caption: its lines."""
    rows = math.ceil(len(panels) / columns)
    total_width, legend, places, at = width * columns, 0, [], 14
    for name in names:
        length = 45 + 6.3 * len(name)
        if at > 14 and at + length > total_width:
            legend, at = legend + 1, 14
        places.append((at, 38 + 16 * legend))
        at += length
    first = 48 + 16 * legend  # of the panels
    total_height = first + height * rows + 18 + 16 * len(caption)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width} {total_height}" width="{total_width}" height="{total_height}">',
           "<style>text{font:11px sans-serif;fill:#222}.title{font-weight:bold;font-size:12px}.head{font-weight:bold;font-size:15px}"
           ".middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#e4e4e4}</style>",
           f'<rect width="{total_width}" height="{total_height}" fill="white"/>', f'<text x="14" y="22" class="head">{escape(title)}</text>']
    for name, (x, y) in zip(names, places):
        out.append(f'<line x1="{x:.1f}" y1="{y}" x2="{x + 24:.1f}" y2="{y}" stroke="{colours[name.split(",")[0]]}" stroke-width="3"{dash(name)}/>'
                   f'<text x="{x + 29:.1f}" y="{y + 4}">{escape(name)}</text>')
    for i, content in enumerate(panels):
        out.append(f'<g transform="translate({i % columns * width} {i // columns * height + first})">{content}</g>')
    out += [f'<text x="14" y="{first + height * rows + 16 + 16 * i}">{escape(line)}</text>' for i, line in enumerate(caption)]
    return "\n".join(out) + "\n</svg>\n"
