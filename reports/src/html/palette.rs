//! The colours of a page, by day and by night. The style sheet names them; nothing is said by colour alone.

use std::fmt::Write;

/// A colour: its name in the style sheet, by day, by night.
type Colour = (&'static str, u32, u32);

/// Every colour that there is.
const COLOURS: &[Colour] = &[
    ("paper", 0xfc_fb_f9, 0x13_15_19),
    ("panel", 0xf4_f2_ee, 0x1b_1e_24),
    ("line", 0xdd_d9_d1, 0x33_38_41),
    ("ink", 0x1d_1c_1a, 0xe9_e7_e2),
    ("faint", 0x5f_5b_54, 0xa9_a6_9e),
    ("link", 0x0b_52_8f, 0x8d_bd_ee),
    ("good", 0x19_66_39, 0x83_d3_a0),
    ("good-ground", 0xe2_f1_e6, 0x17_2f_20),
    ("bad", 0x9f_14_18, 0xff_9e_98),
    ("bad-ground", 0xfb_e6_e4, 0x3d_1b_1c),
    ("warn", 0x75_4a_00, 0xef_c3_6f),
    ("warn-ground", 0xfb_ef_d6, 0x36_2b_12),
    ("unseen", 0x46_4b_87, 0xb6_bc_f4),
    ("unseen-ground", 0xe9_ea_f6, 0x25_28_46),
    ("unsure", 0x69_38_84, 0xda_b2_f1),
    ("unsure-ground", 0xf3_e8_f8, 0x34_20_3f),
    ("kill", 0xff_ff_ff, 0x05_20_27),
    ("kill-ground", 0x0f_5f_70, 0x62_c6_d8),
    ("side", 0x0a_46_55, 0xc6_ea_f1),
    ("side-ground", 0xc3_e3_e9, 0x1f_4b_56),
];

/// Which colours are written on which.
#[cfg(test)]
const PAIRS: &[(&str, &[&str])] = &[
    ("paper", &["ink", "faint", "link", "good", "bad", "warn", "unseen", "unsure"]),
    ("panel", &["ink", "faint", "link", "good", "bad", "warn", "unseen", "unsure"]),
    ("good-ground", &["good", "ink", "link"]),
    ("bad-ground", &["bad", "ink", "faint", "link"]),
    ("warn-ground", &["warn", "ink", "faint", "link"]),
    ("unseen-ground", &["unseen", "ink", "link"]),
    ("unsure-ground", &["unsure", "ink", "link"]),
    ("kill-ground", &["kill"]),
    ("side-ground", &["side"]),
];

/// The colours as variables of the style sheet; paper is always printed by day.
pub(super) fn variables() -> String {
    let by = |of: fn(&Colour) -> u32| {
        COLOURS.iter().fold(String::new(), |mut all, colour| {
            // A string takes whatever is written.
            let _ = write!(all, "--{}:#{:06x};", colour.0, of(colour));
            all
        })
    };
    let (day, night) = (by(|colour| colour.1), by(|colour| colour.2));
    format!(
        ":root{{color-scheme:light;{day}}}@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{night}}}}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_by_day_and_by_night() {
        for (ground, inks) in PAIRS {
            for ink in *inks {
                let ((_, day, night), (_, on_day, on_night)) = (named(ink), named(ground));
                for (time, ratio) in [("day", contrast(day, on_day)), ("night", contrast(night, on_night))] {
                    assert!(ratio >= 4.5, "{ink} on {ground} by {time}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn contrast_is_measured_as_the_guidelines_define_it() {
        assert!((contrast(0x00_00_00, 0xff_ff_ff) - 21.0).abs() < 0.01);
        assert!((contrast(0x77_77_77, 0xff_ff_ff) - 4.48).abs() < 0.01);
    }

    #[test]
    fn every_colour_that_the_style_names_is_there_and_every_ink_is_measured() {
        let style = include_str!("style.css");
        let named = style.split("var(--").skip(1).filter_map(|rest| rest.split(')').next());
        for name in named {
            assert!(COLOURS.iter().any(|colour| colour.0 == name), "{name}");
        }
        for (name, ..) in COLOURS.iter().filter(|(name, ..)| *name != "line") {
            let measured = PAIRS.iter().any(|(ground, inks)| ground == name || inks.contains(name));
            assert!(measured, "{name}");
        }
    }

    fn named(name: &str) -> Colour {
        *COLOURS.iter().find(|colour| colour.0 == name).expect("a colour")
    }

    /// The contrast of two colours (WCAG 2.2, relative luminance).
    fn contrast(one: u32, other: u32) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn luminance(colour: u32) -> f64 {
        let [_, red, green, blue] = colour.to_be_bytes();
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
